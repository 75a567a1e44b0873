
# Run as root: `sh FILE up` makes the network, `sh FILE traffic` sends (with iperf3), `sh FILE state` shows the queue, `sh FILE
# down` removes everything. Everything is in separate network namespaces, whose names begin with NET.
set -e
NET=${NET:-chk}

# Two routers and the bottleneck between them.
routers() {
    ip netns add "$NET-near"
    ip netns add "$NET-far"
    ip -n "$NET-near" link add name bottle type veth peer name back netns "$NET-far"
    ip -n "$NET-near" address add 10.0.0.1/30 dev bottle
    ip -n "$NET-far" address add 10.0.0.2/30 dev back
    ip -n "$NET-near" link set dev bottle mtu 9000 up
    ip -n "$NET-far" link set dev back mtu 9000 up
    ip -n "$NET-near" route add 10.2.0.0/16 via 10.0.0.2
    ip -n "$NET-far" route add 10.1.0.0/16 via 10.0.0.1
    ip netns exec "$NET-near" sysctl -qw net.ipv4.ip_forward=1
    ip netns exec "$NET-far" sysctl -qw net.ipv4.ip_forward=1
}

bottleneck() {
