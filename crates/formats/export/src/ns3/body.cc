
// Counters at the bottleneck: rates and queue from the start of measurement on, packets from the start of the run on.
struct Meter {
    struct Class {
        double bytes = 0, arrived = 0, dropped = 0;
    };
    Class classes[2];  // UDP, TCP
    double since = 0, area = 0;
    uint32_t waiting = 0;

    static double Now() { return Simulator::Now().GetSeconds(); }
    void Settle() {
        const double from = std::max(since, MEASURED_FROM_S);
        if (Now() > from) area += waiting * (Now() - from);
        since = Now();
    }
    void QueueIs(uint32_t packets) {
        Settle();
        waiting = packets;
    }
    void Sent(bool isTcp, uint32_t bytes) {
        if (Now() >= MEASURED_FROM_S) classes[isTcp].bytes += bytes;
    }
    void Report(const std::vector<Group>& groups) {
        Settle();
        const double span = DURATION_S - MEASURED_FROM_S;
        for (const bool isTcp : {false, true}) {
            if (std::none_of(groups.begin(), groups.end(), [&](const Group& it) { return it.isTcp == isTcp; })) continue;
            const char* name = isTcp ? "tcp" : "udp";
            std::printf("%s_throughput_bps %.10g\n", name, 8 * classes[isTcp].bytes / span);
            std::printf("%s_arrived_packets %.0f\n", name, classes[isTcp].arrived);
            std::printf("%s_dropped_packets %.0f\n", name, classes[isTcp].dropped);
        }
        std::printf("throughput_bps %.10g\n", 8 * (classes[0].bytes + classes[1].bytes) / span);
        std::printf("mean_queue_packets %.10g\n", area / span);
    }
};

// A UDP source.
class UdpSource : public SimpleRefCount<UdpSource> {
  public:
    UdpSource(const Group& group, Ptr<Node> node, InetSocketAddress to) : m_group(group), m_bps(group.bps) {
        m_socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
        m_socket->Connect(to);
        m_chance = CreateObject<UniformRandomVariable>();
    }
    void Start() {
        m_isOn = true;
        m_isInBurst = true;
        if (m_group.pattern == Pattern::OnOff) Simulator::Schedule(Seconds(Length(m_group.onS)), &UdpSource::Turn, this);
        if (m_group.pattern == Pattern::Poisson) Wait(); else Send();
    }
    void SetRate(double bps) {
        const bool wasSilent = m_bps == 0;
        m_bps = bps;
        if (m_isOn && wasSilent && m_isInBurst) Send();
        if (bps == 0) m_next.Cancel();
    }
    void Stop() {
        m_isOn = false;
        m_next.Cancel();
    }

  private:
    double Unit() { return m_chance->GetValue(0, 1); }
    double Exponential(double mean) { return -mean * std::log(1 - Unit()); }
    double Length(double mean) {
        if (m_group.shape == 0) return Exponential(mean);
        return mean * (m_group.shape - 1) / m_group.shape * std::pow(1 - Unit(), -1 / m_group.shape);
    }
    void Turn() {
        if (!m_isOn) return;
        m_isInBurst = !m_isInBurst;
        Simulator::Schedule(Seconds(Length(m_isInBurst ? m_group.onS : m_group.offS)), &UdpSource::Turn, this);
        m_next.Cancel();
        if (m_isInBurst) Send();
    }
    void Send() {
        if (!m_isOn || m_bps == 0 || !m_isInBurst) return;
        m_socket->Send(Create<Packet>(m_group.wireBytes - UDP_HEADERS));
        if (m_group.packets > 0 && ++m_sent == m_group.packets) return Stop();
        Wait();
    }
    void Wait() {
        if (!m_isOn || m_bps == 0) return;
        double gap = 8 * m_group.wireBytes / m_bps;
        if (m_group.pattern == Pattern::Poisson) gap = Exponential(gap);
        if (m_group.isJittered) gap *= 0.5 + Unit();
        m_next = Simulator::Schedule(Seconds(gap), &UdpSource::Send, this);
    }

    const Group& m_group;
    double m_bps;
    Ptr<Socket> m_socket;
    Ptr<UniformRandomVariable> m_chance;
    EventId m_next;
    uint64_t m_sent = 0;
    bool m_isOn = false, m_isInBurst = false;
};

// A TCP source that always has data to send.
class TcpSource : public SimpleRefCount<TcpSource> {
  public:
    TcpSource(const Group& group, Ptr<Node> node, InetSocketAddress to) : m_group(group), m_node(node), m_to(to) {}
    static void Configure(Ptr<Socket> socket, const Group& group) {
        const uint32_t segment = group.wireBytes - TCP_HEADERS;
        socket->SetAttribute("SegmentSize", UintegerValue(segment));
        socket->SetAttribute("InitialCwnd", UintegerValue(group.initialWindow));
        socket->SetAttribute("InitialSlowStartThreshold", UintegerValue(group.window * segment));
        // ns-3.37 crashes if the receiver's window limits a sender, so the send buffer limits it.
        socket->SetAttribute("SndBufSize", UintegerValue(group.window * segment));
        socket->SetAttribute("RcvBufSize", UintegerValue(std::max(2 * group.window, 10000u) * segment));
        socket->SetAttribute("DelAckCount", UintegerValue(group.ackDelayS > 0 ? 2 : 1));
        socket->SetAttribute("DelAckTimeout", TimeValue(Seconds(group.ackDelayS)));
        socket->SetAttribute("ConnTimeout", TimeValue(Seconds(group.firstRtoS)));
        socket->SetAttribute("MinRto", TimeValue(Seconds(group.minRtoS)));
        socket->SetAttribute("Sack", BooleanValue(true));
        socket->SetAttribute("Timestamp", BooleanValue(false));
        socket->SetAttribute("LimitedTransmit", BooleanValue(group.limitedTransmit));
        socket->SetAttribute("UseEcn", StringValue(group.ecn ? "On" : "Off"));
    }
    void Start() {
        m_left = m_group.packets * (m_group.wireBytes - TCP_HEADERS);
        m_socket = Socket::CreateSocket(m_node, TcpSocketFactory::GetTypeId());
        Configure(m_socket, m_group);
        m_socket->SetConnectCallback(MakeCallback(&TcpSource::Connected, this), MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(MakeCallback(&TcpSource::MayTake, this));
        m_socket->Bind();
        m_socket->Connect(m_to);
    }
    void Stop() { m_isStopped = true; }

  private:
    void Connected(Ptr<Socket>) { Fill(); }
    void MayTake(Ptr<Socket>, uint32_t) { Fill(); }
    void Fill() {
        const uint32_t segment = m_group.wireBytes - TCP_HEADERS;
        while (!m_isStopped && (m_group.packets == 0 || m_left > 0) && m_socket->GetTxAvailable() >= segment) {
            if (m_socket->Send(Create<Packet>(segment)) < 0) return;
            m_left -= std::min<uint64_t>(m_left, segment);
        }
    }

    const Group& m_group;
    Ptr<Node> m_node;
    InetSocketAddress m_to;
    Ptr<Socket> m_socket;
    uint64_t m_left = 0;
    bool m_isStopped = false;
};

// A receiver, which accepts connections or datagrams and reads the data.
void Read(Ptr<Socket> socket) {
    while (socket->Recv()) {}
}
void Accepted(Ptr<Socket> socket, const Address&) { socket->SetRecvCallback(MakeCallback(&Read)); }
void Receive(const Group& group, Ptr<Node> node) {
    auto factory = group.isTcp ? TcpSocketFactory::GetTypeId() : UdpSocketFactory::GetTypeId();
    auto socket = Socket::CreateSocket(node, factory);
    if (group.isTcp) TcpSource::Configure(socket, group);
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    socket->SetRecvCallback(MakeCallback(&Read));
    if (!group.isTcp) return;
    socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(), MakeCallback(&Accepted));
    socket->Listen();
}

NetDeviceContainer Link(Ptr<Node> one, Ptr<Node> other, double bps, double delayS, uint32_t wireBytes) {
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(uint64_t(bps * (wireBytes + PPP_BYTES) / wireBytes))));
    link.SetDeviceAttribute("Mtu", UintegerValue(9000));
    link.SetChannelAttribute("Delay", TimeValue(Seconds(delayS)));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000000p"));
    return link.Install(one, other);
}

}  // namespace

int main() {
    RngSeedManager::SetRun(SEED);
    const std::vector<Group> groups = Groups();
    ConfigureQueue();

    NodeContainer routers;
    routers.Create(2);
    InternetStackHelper stack;
    stack.Install(routers);
    const NetDeviceContainer bottleneck =
        Link(routers.Get(0), routers.Get(1), CAPACITY_BPS, BOTTLENECK_DELAY_S, WIRE_BYTES);
    TrafficControlHelper control;
    control.SetRootQueueDisc(QUEUE_DISC, "MaxSize", QueueSizeValue(QueueSize(QUEUE_LIMIT)));
    const Ptr<QueueDisc> queue = control.Install(bottleneck.Get(0)).Get(0);
    SetQuantum(queue);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
    addresses.Assign(bottleneck);

    // Every flow has its own sending and receiving host.
    std::unordered_map<uint32_t, bool> isTcpFrom;  // by the sender's address
    std::vector<std::vector<Ptr<UdpSource>>> udpSources(groups.size());
    std::vector<Ptr<TcpSource>> tcpSources;
    for (size_t place = 0; place < groups.size(); ++place) {
        const Group& group = groups[place];
        for (const double startS : group.startsS) {
            NodeContainer hosts;
            hosts.Create(2);
            stack.Install(hosts);
            const auto in = Link(hosts.Get(0), routers.Get(0), group.accessBps, group.accessDelayS, group.wireBytes);
            const auto out = Link(routers.Get(1), hosts.Get(1), group.accessBps, group.accessDelayS, group.wireBytes);
            addresses.NewNetwork();
            isTcpFrom[addresses.Assign(in).GetAddress(0).Get()] = group.isTcp;
            addresses.NewNetwork();
            const InetSocketAddress target(addresses.Assign(out).GetAddress(1), 9);
            control.Uninstall(in), control.Uninstall(out);
            if (group.isTcp) {
                for (uint32_t host = 0; host < 2; ++host) {
                    auto tcp = hosts.Get(host)->GetObject<TcpL4Protocol>();
                    tcp->SetAttribute("SocketType", TypeIdValue(TypeId::LookupByName(group.congestionControl)));
                    tcp->SetAttribute("RecoveryType", TypeIdValue(TypeId::LookupByName("ns3::TcpPrrRecovery")));
                }
            }
            Receive(group, hosts.Get(1));
            if (group.isTcp) {
                auto source = Create<TcpSource>(group, hosts.Get(0), target);
                tcpSources.push_back(source);
                Simulator::Schedule(Seconds(startS), &TcpSource::Start, source);
                Simulator::Schedule(Seconds(group.stopS), &TcpSource::Stop, source);
            } else {
                auto source = Create<UdpSource>(group, hosts.Get(0), target);
                udpSources[place].push_back(source);
                Simulator::Schedule(Seconds(startS), &UdpSource::Start, source);
                Simulator::Schedule(Seconds(group.stopS), &UdpSource::Stop, source);
                for (const auto& step : group.steps) {
                    Simulator::Schedule(Seconds(step.first), &UdpSource::SetRate, source, step.second);
                }
            }
        }
    }
    control.Uninstall(bottleneck.Get(1));
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    Meter meter;
    std::unordered_map<const Packet*, bool> waiting;
    auto isTcp = [&](Ptr<const QueueDiscItem> item) {
        return isTcpFrom.at(DynamicCast<const Ipv4QueueDiscItem>(item)->GetHeader().GetSource().Get());
    };
    std::function<void(Ptr<const QueueDiscItem>)> enqueued = [&](Ptr<const QueueDiscItem> item) {
        meter.classes[isTcp(item)].arrived += 1;
        waiting[PeekPointer(item->GetPacket())] = isTcp(item);
    };
    std::function<void(Ptr<const QueueDiscItem>, const char*)> before = [&](Ptr<const QueueDiscItem> item, const char*) {
        meter.classes[isTcp(item)].arrived += 1;
        meter.classes[isTcp(item)].dropped += 1;
    };
    std::function<void(Ptr<const QueueDiscItem>, const char*)> after = [&](Ptr<const QueueDiscItem> item, const char*) {
        meter.classes[isTcp(item)].dropped += 1;
        waiting.erase(PeekPointer(item->GetPacket()));
    };
    // A device of ns-3 takes one packet more than it sends, which the discipline cannot see. It takes none if stopped while it
    // sends.
    const auto device = DynamicCast<PointToPointNetDevice>(bottleneck.Get(0));
    const Ptr<NetDeviceQueue> taker = device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    std::function<void(Ptr<const Packet>)> begins = [&](Ptr<const Packet> packet) {
        taker->Stop();
        const auto place = waiting.find(PeekPointer(packet));
        if (place == waiting.end()) return;
        meter.Sent(place->second, packet->GetSize() - PPP_BYTES);
        waiting.erase(place);
    };
    std::function<void(Ptr<const Packet>)> ends = [&](Ptr<const Packet>) { taker->Wake(); };
    std::function<void(uint32_t, uint32_t)> length = [&](uint32_t, uint32_t now) { meter.QueueIs(now); };
    queue->TraceConnectWithoutContext("Enqueue", Callback<void, Ptr<const QueueDiscItem>>(enqueued));
    queue->TraceConnectWithoutContext("DropBeforeEnqueue", Callback<void, Ptr<const QueueDiscItem>, const char*>(before));
    queue->TraceConnectWithoutContext("DropAfterDequeue", Callback<void, Ptr<const QueueDiscItem>, const char*>(after));
    queue->TraceConnectWithoutContext("PacketsInQueue", Callback<void, uint32_t, uint32_t>(length));
    device->TraceConnectWithoutContext("PhyTxBegin", Callback<void, Ptr<const Packet>>(begins));
    device->TraceConnectWithoutContext("PhyTxEnd", Callback<void, Ptr<const Packet>>(ends));

    ScheduleChanges(bottleneck, udpSources);
    Simulator::Stop(Seconds(DURATION_S));
    Simulator::Run();
    meter.Report(groups);
    Simulator::Destroy();
}
