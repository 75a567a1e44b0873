
# pair GROUP LARGEST_PACKET ACCESS_DELAY DELAY_BEYOND: creates a sending and a receiving host. The delay of the bottleneck is added
# on the receiving side. Packets are never sent as bundles, which the queue would count as one packet.
pair() {
    host "$1" "$2" sender near 1 "$3" "$3"
    host "$1" "$2" receiver far 2 "$4" "$4"
}

# host GROUP LARGEST_PACKET ROLE ROUTER NETWORK DELAY_TO_HOST DELAY_FROM_HOST
host() {
    ip netns add "$NET-$3-$1"
    ip -n "$NET-$4" link add name "$3$1" type veth peer name link netns "$NET-$3-$1"
    ip -n "$NET-$4" address add "10.$5.$1.1/24" dev "$3$1"
    ip -n "$NET-$3-$1" address add "10.$5.$1.2/24" dev link
    ip -n "$NET-$4" link set dev "$3$1" mtu 9000 up
    ip -n "$NET-$3-$1" link set dev link mtu "$2" gso_max_segs 1 up
    ip -n "$NET-$3-$1" route add default via "10.$5.$1.1"
    tc -n "$NET-$4" qdisc add dev "$3$1" root netem delay "$6" limit 1000000
    tc -n "$NET-$3-$1" qdisc add dev link root netem delay "$7" limit 1000000
}

# send GROUP PORT FROM LENGTH OPTIONS...: iperf3 sends from the time FROM for the duration LENGTH, both in seconds.
send() {
    group=$1 port=$2 from=$3 length=$4
    shift 4
    ip netns exec "$NET-receiver-$group" iperf3 -s -D -1 -p "$port"
    # iperf3 accepts only whole seconds.
    (
        sleep "$from"
        timeout "$length" ip netns exec "$NET-sender-$group" \
            iperf3 -c "10.2.$group.2" -p "$port" -t $((${length%.*} + 1)) "$@" || true
    ) &
}
