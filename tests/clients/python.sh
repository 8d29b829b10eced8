# The Python SDK, over both transports, with the newest protocol and with one that begins with a handshake.

python_sdk() {
    local way="$1" protocol="$2" server
    world claude
    if [[ $way == stdio ]]; then
        server=("$installed/bin/countersign" claude)
    else
        start_server
        server=("$address" "$(token claude)")
    fi
    within 180 "$installed/py/bin/python" "$root/tests/clients/python_sdk.py" "$way" "${server[@]}" "$protocol"
    expect_task review 2
}

python_trials() {
    local way protocol
    for way in stdio http; do
        for protocol in 2026-07-28 2025-11-25; do
            try "Python SDK over $way, protocol $protocol: lies, does the task, is refused the rest" python_sdk "$way" "$protocol"
        done
    done
}
