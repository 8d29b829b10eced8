#!/bin/sh
# Five workers in one: it reads its brief and does, or does not, what the brief asks for.
brief=$(cat)
sleep 1
case "$brief" in
*TASK-1:*)
    printf '%s\n' 'echo "Hello, $1!"' >greet.sh
    echo "greet.sh is written"
    ;;
*TASK-2:*)
    # The liar.
    echo "All done! I wrote bye.sh and tried it: it works."
    ;;
*TASK-3:*)
    # The one that edits the tests until they pass.
    echo 'echo many' >count.sh
    mkdir -p tests
    echo 'true' >tests/count.sh
    echo "count.sh is written, and its tests pass"
    ;;
*TASK-4:*)
    # The one that forgets something, and puts it right when it is told what.
    case "$brief" in
    *"## What is missing"*) printf '%s\n' 'printf "%s!\\n" "$1" | tr a-z A-Z' >shout.sh ;;
    *) printf '%s\n' 'printf "%s\\n" "$1" | tr a-z A-Z' >shout.sh ;;
    esac
    echo "shout.sh is written"
    ;;
*TASK-5:*)
    printf '%s\n' 'sh shout.sh "$(sh greet.sh "$1")"' >loud.sh
    echo "loud.sh is written, on top of what others built"
    ;;
esac
