# The inspector's command line, over both transports: it lists and it calls.

inspector() {
    local way="$1" server seen
    world claude
    if [[ $way == stdio ]]; then
        server=("$installed/bin/countersign" mcp --actor claude)
    else
        start_server
        server=("$address" --transport http --header "Authorization: Bearer $(token claude)")
    fi
    seen="$(inspect --method tools/list | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).tools.length')"
    [[ $seen == 35 ]] || { echo "tools/list gave $seen tools, and not 35"; return 1; }
    inspect --method tools/call --tool-name next_task | grep -q TASK-1 || { echo 'next_task claimed nothing'; return 1; }
    expect_task in_progress 0
    echo hello >hello.txt
    inspect --method tools/call --tool-name submit_for_review --tool-arg task_id=TASK-1 summary=done
    expect_task review 1
}

inspect() {
    within 120 mcp-inspector --cli "${server[@]}" "$@"
}

inspector_trials() {
    local way
    for way in stdio http; do
        try "inspector --cli over $way: lists, claims, hands in" inspector "$way"
    done
}
