// The dumbbell of Chokepoint's scenes in ns-3.37: every flow with two hosts of its own, one bottleneck with the queue discipline
// under test. Prints the cases of one discipline as a reference file (README.md):
//
//   c++ -O2 -std=c++17 dumbbell.cc -o dumbbell -lns3-internet -lns3-point-to-point \
//       -lns3-applications -lns3-traffic-control -lns3-network -lns3-core
//   ./dumbbell CoDel > codel.json

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

using namespace ns3;

namespace {

const uint32_t WIRE_BYTES = 1000;  // a data packet with the headers of IP and TCP or UDP
const uint32_t PPP_BYTES = 2;      // ns-3's links add these; their rates are raised by as much
const uint32_t TCP_HEADERS = 40;
const uint32_t UDP_HEADERS = 28;
// Too large to be reached: ns-3.37 crashes if the receiver's window limits a sender.
const uint32_t WINDOW = 10000;
const uint32_t BUFFER = 200;
const double ACCESS_BPS = 100e6;
const double DELAY_S = 0.01;  // of the bottleneck and of every access link, one way
const double DURATION_S = 60;
const double WARMUP_S = 15;
const int SEEDS = 5;
const char RED_SETTINGS[] =
    ",\"red\":{\"min_th\":20,\"max_th\":60,\"w_q\":0.002,\"max_p\":0.1,\"gentle\":true,\"wait\":false,\"unit\":\"packets\"}";

struct Scene {
    const char* name;
    double capacityBps;
    uint32_t tcpFlows;
    double udpBps;  // 0: no UDP flow
    bool ecn;
    bool sack;
};

// No rate of UDP is a simple fraction of the link's. Otherwise the phase of its packets would decide, not the discipline.
const Scene SCENES[] = {
    {"2M/n5", 2e6, 5, 0, false, true},
    {"2M/n20", 2e6, 20, 0, false, true},
    {"2M/n5/udp0.5", 2e6, 5, 1.013e6, false, true},
    {"2M/n5/udp2", 2e6, 5, 3.87e6, false, true},
    {"2M/n5/ecn", 2e6, 5, 0, true, true},
    {"10M/n20", 10e6, 20, 0, false, true},
};

const char* const METRICS[] = {
    "udp_mbps",      "tcp_mbps",     "util",         "goodput_tcp_inorder_mbps", "jain_all",     "jain_tcp",
    "queue_mean_pkts", "queue_sd_pkts", "qdelay_mean_s", "qdelay_sd_s",            "qdelay_tcp_s", "qdelay_udp_s",
    "udp_loss",      "tcp_loss",     "tcp_min_mbps", "tcp_max_mbps",             "arrivals",     "departures",
    "drops",         "marks",
};

double Jain(const std::vector<double>& rates) {
    double sum = 0, squares = 0;
    for (double rate : rates) sum += rate, squares += rate * rate;
    return squares > 0 ? sum * sum / (rates.size() * squares) : 0;
}

// Counters at the bottleneck from a moment on. Flow 0 is UDP, even if the scene has no UDP.
class Meter {
  public:
    Meter(double fromS, uint32_t flows) : m_fromS(fromS), m_bytes(flows), m_arrived(flows), m_dropped(flows) {}

    void Arrived(uint32_t flow) {
        if (IsOn()) ++m_arrived[flow];
    }
    void Dropped(uint32_t flow) {
        if (IsOn()) ++m_dropped[flow];
    }
    void Marked() {
        if (IsOn()) ++m_marks;
    }
    void QueueIs(uint32_t packets) {
        Settle();
        m_packets = packets;
    }
    void Sent(uint32_t flow, uint32_t bytes, double waitedS) {
        if (!IsOn()) return;
        m_bytes[flow] += bytes;
        auto& waits = m_waits[flow == 0 ? 0 : 1];
        waits[0] += 1, waits[1] += waitedS, waits[2] += waitedS * waitedS;
    }

    // In the order of METRICS; NAN: the scene has no such quantity.
    std::vector<double> Values(const Scene& scene, double goodputBytes) {
        Settle();
        const double span = DURATION_S - m_fromS;
        const bool hasUdp = scene.udpBps > 0;
        std::vector<double> tcp;
        for (size_t flow = 1; flow < m_bytes.size(); ++flow) tcp.push_back(8e-6 * m_bytes[flow] / span);
        std::vector<double> all = tcp;
        if (hasUdp) all.push_back(8e-6 * m_bytes[0] / span);
        auto rest = [](const std::vector<double>& counts) { return std::accumulate(counts.begin() + 1, counts.end(), 0.0); };
        const double tcpMbps = 8e-6 * rest(m_bytes) / span, udpMbps = 8e-6 * m_bytes[0] / span;
        const double count = m_waits[0][0] + m_waits[1][0], wait = (m_waits[0][1] + m_waits[1][1]) / count;
        const double queue = m_area / span;
        auto root = [](double square) { return std::sqrt(std::max(0.0, square)); };
        auto ofUdp = [&](double value) { return hasUdp ? value : NAN; };
        return {
            ofUdp(udpMbps),
            tcpMbps,
            (tcpMbps + udpMbps) / (1e-6 * scene.capacityBps),
            8e-6 * goodputBytes * WIRE_BYTES / (WIRE_BYTES - TCP_HEADERS) / span,
            Jain(all),
            Jain(tcp),
            queue,
            root(m_squareArea / span - queue * queue),
            wait,
            root((m_waits[0][2] + m_waits[1][2]) / count - wait * wait),
            m_waits[1][1] / m_waits[1][0],
            ofUdp(m_waits[0][1] / m_waits[0][0]),
            ofUdp(m_dropped[0] / m_arrived[0]),
            rest(m_dropped) / rest(m_arrived),
            *std::min_element(tcp.begin(), tcp.end()),
            *std::max_element(tcp.begin(), tcp.end()),
            m_arrived[0] + rest(m_arrived),
            count,
            m_dropped[0] + rest(m_dropped),
            m_marks,
        };
    }

  private:
    bool IsOn() const { return Simulator::Now().GetSeconds() >= m_fromS; }
    void Settle() {
        const double now = Simulator::Now().GetSeconds(), since = std::max(m_since, m_fromS);
        if (now > since) {
            m_area += m_packets * (now - since);
            m_squareArea += double(m_packets) * m_packets * (now - since);
        }
        m_since = now;
    }

    double m_fromS, m_since = 0, m_area = 0, m_squareArea = 0, m_marks = 0;
    uint32_t m_packets = 0;
    std::vector<double> m_bytes, m_arrived, m_dropped;
    double m_waits[2][3] = {};
};

struct Waiting {
    uint32_t flow;
    double since;
};

// The settings of a discipline that differ from ns-3's defaults.
void Configure(const std::string& aqm, const Scene& scene) {
    const BooleanValue ecn(scene.ecn);
    // ns-3 tests "fewer bytes than this", the RFC "at most one packet behind", hence the 1.
    Config::SetDefault("ns3::CoDelQueueDisc::MinBytes", UintegerValue(WIRE_BYTES + 1));
    Config::SetDefault("ns3::CoDelQueueDisc::UseEcn", ecn);
    Config::SetDefault("ns3::PieQueueDisc::UseEcn", ecn);
    Config::SetDefault("ns3::PieQueueDisc::MeanPktSize", UintegerValue(WIRE_BYTES));
    for (const char* name : {"ns3::FqCoDelQueueDisc", "ns3::FqPieQueueDisc"}) {
        Config::SetDefault(std::string(name) + "::UseEcn", ecn);
        // Enough queues that no two flows share one.
        Config::SetDefault(std::string(name) + "::Flows", UintegerValue(1 << 24));
    }
    Config::SetDefault("ns3::RedQueueDisc::UseEcn", ecn);
    Config::SetDefault("ns3::RedQueueDisc::MeanPktSize", UintegerValue(WIRE_BYTES));
    Config::SetDefault("ns3::RedQueueDisc::MinTh", DoubleValue(20));
    Config::SetDefault("ns3::RedQueueDisc::MaxTh", DoubleValue(60));
    Config::SetDefault("ns3::RedQueueDisc::QW", DoubleValue(0.002));
    Config::SetDefault("ns3::RedQueueDisc::LInterm", DoubleValue(10));
    Config::SetDefault("ns3::RedQueueDisc::Gentle", BooleanValue(true));
    Config::SetDefault("ns3::RedQueueDisc::Wait", BooleanValue(false));
    Config::SetDefault("ns3::RedQueueDisc::LinkBandwidth", DataRateValue(DataRate(uint64_t(scene.capacityBps))));
    Config::SetDefault("ns3::RedQueueDisc::LinkDelay", TimeValue(Seconds(DELAY_S)));
}

void ConfigureTcp(const Scene& scene) {
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName("ns3::TcpNewReno")));
    const char* recovery = scene.sack ? "ns3::TcpPrrRecovery" : "ns3::TcpClassicRecovery";
    Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TypeId::LookupByName(recovery)));
    const uint32_t segment = WIRE_BYTES - TCP_HEADERS;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(WINDOW * segment));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(WINDOW * segment));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4 * WINDOW * segment));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(Seconds(1)));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(scene.sack));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(1)));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(scene.ecn ? "On" : "Off"));
}

NetDeviceContainer Link(Ptr<Node> one, Ptr<Node> other, double bps) {
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate",
                            DataRateValue(DataRate(uint64_t(bps * (WIRE_BYTES + PPP_BYTES) / WIRE_BYTES))));
    link.SetChannelAttribute("Delay", TimeValue(Seconds(DELAY_S)));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    return link.Install(one, other);
}

using Values = std::vector<double>;

// One run: the values of the whole of it, and of the part after the warm-up.
std::pair<Values, Values> Run(const std::string& aqm, const Scene& scene, uint32_t seed) {
    RngSeedManager::SetRun(seed);
    Ipv4AddressGenerator::Reset();
    Configure(aqm, scene);
    ConfigureTcp(scene);
    const uint32_t flows = 1 + scene.tcpFlows;

    NodeContainer routers, senders, receivers;
    routers.Create(2), senders.Create(flows), receivers.Create(flows);
    InternetStackHelper stack;
    for (const auto& nodes : {routers, senders, receivers}) stack.Install(nodes);

    const NetDeviceContainer bottleneck = Link(routers.Get(0), routers.Get(1), scene.capacityBps);
    TrafficControlHelper control;
    const std::string limit = std::to_string(BUFFER) + "p";
    control.SetRootQueueDisc("ns3::" + aqm + "QueueDisc", "MaxSize", StringValue(limit));
    const Ptr<QueueDisc> queue = control.Install(bottleneck.Get(0)).Get(0);
    if (auto fq = queue->GetObject<FqCoDelQueueDisc>()) fq->SetQuantum(WIRE_BYTES);
    if (auto fq = queue->GetObject<FqPieQueueDisc>()) fq->SetQuantum(WIRE_BYTES);

    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(bottleneck);
    std::unordered_map<uint32_t, uint32_t> flowOf;  // by the sender's address
    std::vector<Ipv4Address> targets;
    for (uint32_t flow = 0; flow < flows; ++flow) {
        const NetDeviceContainer in = Link(senders.Get(flow), routers.Get(0), ACCESS_BPS);
        const NetDeviceContainer out = Link(routers.Get(1), receivers.Get(flow), ACCESS_BPS);
        addresses.NewNetwork();
        flowOf[addresses.Assign(in).GetAddress(0).Get()] = flow;
        addresses.NewNetwork();
        targets.push_back(addresses.Assign(out).GetAddress(1));
        control.Uninstall(in), control.Uninstall(out);
    }
    control.Uninstall(bottleneck.Get(1));
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    auto start = CreateObject<UniformRandomVariable>();
    std::vector<Ptr<PacketSink>> sinks;
    for (uint32_t flow = 0; flow < flows; ++flow) {
        const bool isUdp = flow == 0;
        const InetSocketAddress target(targets[flow], 9);
        const Time begin = Seconds(start->GetValue(0, 1));
        const char* factory = isUdp ? "ns3::UdpSocketFactory" : "ns3::TcpSocketFactory";
        auto sink = PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), 9)).Install(receivers.Get(flow));
        sinks.push_back(DynamicCast<PacketSink>(sink.Get(0)));
        if (!isUdp) {
            BulkSendHelper source(factory, target);
            source.SetAttribute("SendSize", UintegerValue(WIRE_BYTES - TCP_HEADERS));
            source.Install(senders.Get(flow)).Start(begin);
        } else if (scene.udpBps > 0) {
            UdpClientHelper source{Address(target)};
            source.SetAttribute("PacketSize", UintegerValue(WIRE_BYTES - UDP_HEADERS));
            source.SetAttribute("MaxPackets", UintegerValue(UINT32_MAX));
            source.SetAttribute("Interval", TimeValue(Seconds(8.0 * WIRE_BYTES / scene.udpBps)));
            source.Install(senders.Get(0)).Start(begin);
        }
    }

    Meter meters[] = {Meter(0, flows), Meter(WARMUP_S, flows)};
    std::unordered_map<const Packet*, Waiting> waiting;
    auto flowOfItem = [&](Ptr<const QueueDiscItem> item) {
        return flowOf.at(DynamicCast<const Ipv4QueueDiscItem>(item)->GetHeader().GetSource().Get());
    };
    std::function<void(Ptr<const QueueDiscItem>)> enqueued = [&](Ptr<const QueueDiscItem> item) {
        const uint32_t flow = flowOfItem(item);
        for (Meter& meter : meters) meter.Arrived(flow);
        waiting[PeekPointer(item->GetPacket())] = {flow, Simulator::Now().GetSeconds()};
    };
    std::function<void(Ptr<const QueueDiscItem>, bool)> dropped = [&](Ptr<const QueueDiscItem> item, bool isArrival) {
        const uint32_t flow = flowOfItem(item);
        for (Meter& meter : meters) {
            if (isArrival) meter.Arrived(flow);
            meter.Dropped(flow);
        }
        waiting.erase(PeekPointer(item->GetPacket()));
    };
    // A device of ns-3 fetches one packet more than it sends, which the discipline no longer sees. Stopped during a transmission,
    // it fetches none.
    const auto device = DynamicCast<PointToPointNetDevice>(bottleneck.Get(0));
    const Ptr<NetDeviceQueue> taker = device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    std::function<void(Ptr<const Packet>)> begins = [&](Ptr<const Packet> packet) {
        taker->Stop();
        const auto place = waiting.find(PeekPointer(packet));
        NS_ABORT_MSG_IF(place == waiting.end(), "a packet that never waited is sent");
        const double waited = Simulator::Now().GetSeconds() - place->second.since;
        for (Meter& meter : meters) meter.Sent(place->second.flow, packet->GetSize() - PPP_BYTES, waited);
        waiting.erase(place);
    };
    std::function<void(Ptr<const Packet>)> ends = [&](Ptr<const Packet>) { taker->Wake(); };
    std::function<void(uint32_t, uint32_t)> length = [&](uint32_t, uint32_t now) {
        for (Meter& meter : meters) meter.QueueIs(now);
    };
    std::function<void(Ptr<const QueueDiscItem>, const char*)> before = [&](Ptr<const QueueDiscItem> item, const char*) {
        dropped(item, true);
    };
    std::function<void(Ptr<const QueueDiscItem>, const char*)> after = [&](Ptr<const QueueDiscItem> item, const char*) {
        dropped(item, false);
    };
    std::function<void(Ptr<const QueueDiscItem>, const char*)> marked = [&](Ptr<const QueueDiscItem>, const char*) {
        for (Meter& meter : meters) meter.Marked();
    };
    queue->TraceConnectWithoutContext("Enqueue", Callback<void, Ptr<const QueueDiscItem>>(enqueued));
    queue->TraceConnectWithoutContext("DropBeforeEnqueue",
                                      Callback<void, Ptr<const QueueDiscItem>, const char*>(before));
    queue->TraceConnectWithoutContext("DropAfterDequeue", Callback<void, Ptr<const QueueDiscItem>, const char*>(after));
    queue->TraceConnectWithoutContext("Mark", Callback<void, Ptr<const QueueDiscItem>, const char*>(marked));
    queue->TraceConnectWithoutContext("PacketsInQueue", Callback<void, uint32_t, uint32_t>(length));
    device->TraceConnectWithoutContext("PhyTxBegin", Callback<void, Ptr<const Packet>>(begins));
    device->TraceConnectWithoutContext("PhyTxEnd", Callback<void, Ptr<const Packet>>(ends));

    auto received = [&] {
        double bytes = 0;
        for (uint32_t flow = 1; flow < flows; ++flow) bytes += sinks[flow]->GetTotalRx();
        return bytes;
    };
    double early = 0;
    std::function<void()> warm = [&] { early = received(); };
    Simulator::Schedule(Seconds(WARMUP_S), warm);
    Simulator::Stop(Seconds(DURATION_S));
    Simulator::Run();
    const auto values = std::make_pair(meters[0].Values(scene, received()), meters[1].Values(scene, received() - early));
    Simulator::Destroy();
    return values;
}

void PrintNumber(double value, int digits) {
    if (std::isnan(value)) {
        std::printf("null");
    } else {
        std::printf("%.*g", digits, value);
    }
}

// Means (6 digits) and sample standard deviations (4) over the runs.
void PrintWindow(const char* name, const std::vector<Values>& runs) {
    Values means, sds;
    for (size_t place = 0; place < runs[0].size(); ++place) {
        double sum = 0, squares = 0;
        for (const Values& run : runs) sum += run[place];
        const double mean = sum / runs.size();
        for (const Values& run : runs) squares += (run[place] - mean) * (run[place] - mean);
        means.push_back(mean);
        sds.push_back(std::sqrt(squares / (runs.size() - 1)));
    }
    std::printf(",\"%s\":{", name);
    const char* keys[] = {"\"mean\":[", ",\"sd\":["};
    for (int part = 0; part < 2; ++part) {
        const Values& values = part == 0 ? means : sds;
        std::printf("%s", keys[part]);
        for (size_t place = 0; place < values.size(); ++place) {
            if (place > 0) std::printf(",");
            PrintNumber(values[place], part == 0 ? 6 : 4);
        }
        std::printf("]");
    }
    std::printf("}");
}

void PrintSettings(const Scene& scene) {
    std::printf("{\"bottleneck_bps\":%.0f,\"n_tcp_ftp\":%u,\"tcp\":[\"%s\"],\"n_udp\":%d,\"udp_bps\":[%.0f],\"ecn\":%d}",
                scene.capacityBps, scene.tcpFlows, scene.sack ? "Sack1" : "Newreno", scene.udpBps > 0 ? 1 : 0, scene.udpBps,
                scene.ecn ? 1 : 0);
}

}  // namespace

int main(int argc, char** argv) {
    NS_ABORT_MSG_UNLESS(argc >= 2, "usage: dumbbell DISCIPLINE [SCENE]");
    const std::string aqm = argv[1], only = argc > 2 ? argv[2] : "";
    std::printf("{\n \"origin\": \"Real ns-3.37, the Debian package 3.37-2, unmodified, driven by dumbbell.cc. Values are means and "
                "sample standard deviations over seeds 1 to %d, rounded to 6 and 4 significant digits.\",\n",
                SEEDS);
    std::printf(" \"base\": {\"bottleneck_delay_s\":%g,\"access_bps\":%.0f,\"access_delay_s\":[%g],\"buffer_pkts\":%u,"
                "\"packet_bytes_on_wire\":%u,\"window_pkts\":%u,\"udp_start_s\":\"uniform(0,1.0)\","
                "\"tcp_start_s\":\"uniform(0,1.0)\",\"duration_s\":%g,\"warmup_s\":%g,\"aqm\":\"%s\"%s},\n",
                DELAY_S, ACCESS_BPS, DELAY_S, BUFFER, WIRE_BYTES, WINDOW, DURATION_S, WARMUP_S, aqm.c_str(),
                aqm == "Red" ? RED_SETTINGS : "");
    std::printf(" \"metrics\": {");
    for (const char* window : {"full", "steady"}) {
        std::printf("%s\"%s\": [", window[0] == 'f' ? "" : ", ", window);
        for (const char* const& metric : METRICS) std::printf("%s\"%s\"", &metric == METRICS ? "" : ",", metric);
        std::printf("]");
    }
    std::printf("},\n \"cases\": [");
    bool isFirst = true;
    for (const Scene& scene : SCENES) {
        // A plain queue marks no packet, so ECN makes no difference there.
        if ((scene.ecn && aqm == "Fifo") || std::string(scene.name).find(only) == std::string::npos) continue;
        std::vector<Values> full, steady;
        for (int seed = 1; seed <= SEEDS; ++seed) {
            auto [whole, late] = Run(aqm, scene, seed);
            full.push_back(whole), steady.push_back(late);
        }
        std::printf("%s\n  {\"id\":\"ns3/%s/%s\",\"seeds\":%d,\"settings\":", isFirst ? "" : ",", aqm.c_str(), scene.name, SEEDS);
        PrintSettings(scene);
        PrintWindow("full", full);
        PrintWindow("steady", steady);
        std::printf("}");
        std::fflush(stdout);
        isFirst = false;
    }
    std::printf("\n ]\n}\n");
}
