
case "${1:-}" in
    up) routers; bottleneck; hosts ;;
    traffic) traffic ;;
    state) tc -n "$NET-near" -s qdisc show dev bottle ;;
    down) ip netns list | cut -d ' ' -f 1 | grep "^$NET-" | while read -r name; do ip netns delete "$name"; done ;;
    *) echo "usage: sh FILE up|traffic|state|down" >&2; exit 2 ;;
esac
