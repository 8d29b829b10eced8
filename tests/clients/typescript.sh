# The TypeScript SDKs, over both transports: the one for the newest protocol, and the one before it.

typescript_sdk() {
    local way="$1" protocol="$2" server
    world claude
    if [[ $way == stdio ]]; then
        server=("$installed/bin/countersign" claude)
    else
        start_server
        server=("$address" "$(token claude)")
    fi
    within 180 env CLIENTS_MODULES="$modules" \
        node "$root/tests/clients/typescript_sdk.mjs" "$way" "${server[@]}" "$protocol"
    expect_task review 2
}

typescript_trials() {
    local way protocol
    for way in stdio http; do
        for protocol in 2026-07-28 2025-11-25; do
            try "TypeScript SDK over $way, protocol $protocol: lies, does the task, is refused the rest" \
                typescript_sdk "$way" "$protocol"
        done
    done
}
