#!/bin/sh
# A bot in shell, over the engine protocol (docs/protocol.md): it plays the last of the legal moves.
#
#   boardwright play microworld --seats 'external:sh examples/shell_bot.sh,greedy'
#
# It knows no rules, so it asks to be told the legal moves ("needs legal").
while read -r verb rest; do
    case $verb in
    bwp)
        echo 'name Last Move'
        echo 'protocol 1.0'
        echo 'needs legal'
        echo 'ok bwp'
        ;;
    position | isready | stop) echo "ok $verb" ;;
    go)
        echo "bestmove ${rest##* }" # what stands behind the last space
        echo 'ok go'
        ;;
    quit)
        echo 'ok quit'
        exit
        ;;
    *) echo "err $verb unknown - this bot knows few verbs" ;;
    esac
done
