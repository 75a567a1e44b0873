// {{title}}: a queue disc for ns-3.37, written by Chokepoint from a script.
//
// Compile it with a program, and name it where a queue disc is required:
//   c++ -std=c++17 -O2 -ffp-contract=off PROGRAM.cc {{library}}.cc -o program -lns3-internet -lns3-traffic-control ...
//   TrafficControlHelper helper;
//   helper.SetRootQueueDisc("ns3::{{class}}", "MaxSize", StringValue("100p"));
// Packets of one QueueDiscItem::Hash() are a flow, numbered from 1 as flows come. Every parameter is an attribute (max_th: MaxTh);
// the buffer is MaxSize [packets]. LinkCapacity, LinkDelay and LinkPacketBytes describe the link. A sequence number is TCP's, in
// bytes.
{{left out}}
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/queue.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

typedef ns3::Ptr<ns3::QueueDiscItem> Handle;

{{discipline}}

}  // namespace

// ---- The interface to ns-3.

namespace ns3 {

// A copy of the queue for ns-3 to read.
class {{class}}Waiting : public Queue<QueueDiscItem> {
public:
    static TypeId GetTypeId() {
        static TypeId id = TypeId("ns3::{{class}}Waiting")
            .SetParent<Queue<QueueDiscItem>>()
            .SetGroupName("TrafficControl")
            .AddConstructor<{{class}}Waiting>();
        return id;
    }

    bool Enqueue(Ptr<QueueDiscItem> item) override { return DoEnqueue(GetContainer().end(), item); }
    Ptr<QueueDiscItem> Dequeue() override { return DoDequeue(GetContainer().begin()); }
    Ptr<QueueDiscItem> Remove() override { return DoRemove(GetContainer().begin()); }
    Ptr<const QueueDiscItem> Peek() const override { return DoPeek(GetContainer().begin()); }

    void Take(Ptr<QueueDiscItem> item) {
        const auto place = std::find(GetContainer().begin(), GetContainer().end(), item);
        DoDequeue(place);
    }
};

class {{class}} : public QueueDisc, private ::{{class}} {
    typedef ::{{class}} Script;

public:
    static TypeId GetTypeId() {
        static TypeId id = TypeId("ns3::{{class}}")
            .SetParent<QueueDisc>()
            .SetGroupName("TrafficControl")
            .AddConstructor<{{class}}>()
            .AddAttribute("MaxSize", "how many packets may wait", QueueSizeValue(QueueSize("100p")), MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize), MakeQueueSizeChecker())
            .AddAttribute("LinkCapacity", "of the link behind", DataRateValue(DataRate("1Mbps")), MakeDataRateAccessor(&{{class}}::m_linkCapacity), MakeDataRateChecker())
            .AddAttribute("LinkDelay", "of the link behind", TimeValue(Seconds(0)), MakeTimeAccessor(&{{class}}::m_linkDelay), MakeTimeChecker())
            .AddAttribute("LinkPacketBytes", "of a usual packet", UintegerValue(1000), MakeUintegerAccessor(&{{class}}::m_linkPacketBytes), MakeUintegerChecker<uint32_t>(1))
            {{attributes}}
            ;
        return id;
    }

    {{class}}() : QueueDisc(QueueDiscSizePolicy::SINGLE_INTERNAL_QUEUE, QueueSizeUnit::PACKETS) {}

    int64_t AssignStreams(int64_t stream) {
        m_random->SetStream(stream);
        return 1;
    }

protected:
    bool DoEnqueue(Ptr<QueueDiscItem> item) override {
        settle();
        m_isAdmitted = false;
        begin_arrival(seen_of(item), item);
        Script::enqueue(arrival.seen);
        end_arrival();
        return m_isAdmitted;
    }

    Ptr<QueueDiscItem> DoDequeue() override {
        settle();
        has_sent = false;
        Script::dequeue();
        if (!has_sent) return nullptr;
        m_waiting->Take(sent.handle);
        return sent.handle;
    }

    bool CheckConfig() override {
        if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0) return false;
        if (GetMaxSize().GetUnit() != QueueSizeUnit::PACKETS) return false;
        m_waiting = CreateObject<{{class}}Waiting>();
        m_waiting->SetMaxSize(GetMaxSize());
        AddInternalQueue(m_waiting);
        return true;
    }

    void InitializeParams() override {}

    void DoDispose() override {
        m_alarm.Cancel();
        queues.clear();
        arrival = sent = Waiting();
        m_waiting = nullptr;
        QueueDisc::DoDispose();
    }

    void Expire() {
        settle();
        Script::on_timer();
    }

    // Applies settings that attributes may have changed.
    void settle() {
        Script::limit = params.limit = GetMaxSize().GetValue();
        link.capacity_bps = m_linkCapacity.GetBitRate();
        link.delay_s = m_linkDelay.GetSeconds();
        link.packet_bytes = m_linkPacketBytes;
        {{settle}}
        if (!m_hasBegun) {
            m_hasBegun = true;
            Script::init();
        }
    }

    int64_t flow_of(Ptr<const QueueDiscItem> item) {
        return m_flows.emplace(item->Hash(), m_flows.size() + 1).first->second;
    }

    Seen seen_of(Ptr<const QueueDiscItem> item) {
        Seen seen = Seen();
        seen.id = item->GetPacket()->GetUid();
        seen.flow = flow_of(item);
        seen.bytes = item->GetSize();
        seen.arrived_ns = now_ns();
        SocketPriorityTag priority;
        if (item->GetPacket()->PeekPacketTag(priority)) seen.priority = priority.GetPriority();
        bool is_tcp = false;
        if (const auto v4 = DynamicCast<const Ipv4QueueDiscItem>(item)) {
            is_tcp = v4->GetHeader().GetProtocol() == 6 && v4->GetHeader().GetFragmentOffset() == 0;
        } else if (const auto v6 = DynamicCast<const Ipv6QueueDiscItem>(item)) {
            is_tcp = v6->GetHeader().GetNextHeader() == 6;
        }
        seen.is_udp = !is_tcp;
        if (is_tcp) {
            TcpHeader header;
            item->GetPacket()->PeekHeader(header);
            seen.sequence = header.GetSequenceNumber().GetValue();
            seen.is_syn = (header.GetFlags() & TcpHeader::SYN) != 0;
        }
        uint8_t field = 0;
        if (item->GetUint8Value(QueueItem::IP_DSFIELD, field)) {
            seen.is_ecn_capable = (field & 3) != 0;
            seen.is_marked = (field & 3) == 3;
        }
        return seen;
    }

    int64_t now_ns() const override { return Simulator::Now().GetNanoSeconds(); }
    double chance() override { return m_random->GetValue(0.0, 1.0); }
    int64_t index_of(int64_t n) override { return m_random->GetInteger(0, uint32_t(n - 1)); }

    void on_admitted(const Waiting& it, int64_t) override {
        m_isAdmitted = true;
        m_waiting->Enqueue(it.handle);
    }

    void on_dropped(const Waiting& it, const std::string& reason, int64_t place) override {
        if (place < 0) return DropBeforeEnqueue(it.handle, reason.c_str());
        m_waiting->Take(it.handle);
        DropAfterDequeue(it.handle, reason.c_str());
    }

    void on_marked(const Waiting& it, const std::string& reason) override { QueueDisc::Mark(it.handle, reason.c_str()); }

    void wake_at_ns(int64_t t) override {
        m_alarm.Cancel();
        m_alarm = Simulator::Schedule(NanoSeconds(std::max<int64_t>(t - now_ns(), 0)), &{{class}}::Expire, this);
    }

    void sleep() override { m_alarm.Cancel(); }

    EventId m_alarm;
    Ptr<UniformRandomVariable> m_random = CreateObject<UniformRandomVariable>();
    Ptr<{{class}}Waiting> m_waiting;
    std::map<uint32_t, int64_t> m_flows;
    DataRate m_linkCapacity;
    Time m_linkDelay;
    uint32_t m_linkPacketBytes;
    bool m_isAdmitted = false, m_hasBegun = false;
    {{values}}
};

NS_OBJECT_ENSURE_REGISTERED({{class}}Waiting);
NS_OBJECT_ENSURE_REGISTERED({{class}});

}  // namespace ns3
