// {{title}}: a queue for ns-2 2.35, written by Chokepoint from a script.
//
// Build it against the headers of ns-2 (NS) and load it before the first link is made:
//   c++ -std=gnu++14 -O2 -ffp-contract=off -fPIC -shared -w -DUSE_INTERP_RESULT -I$NS $(printf -- '-I%s ' $NS/*/) \
//     -I/usr/include/tcl8.6 -I/usr/include/tclcl {{library}}.cc -o lib{{library}}.so
//   load ./lib{{library}}.so
//   $ns simplex-link $a $b 1Mb 10ms {{class}}
// Packets of one fid_ are a flow (script: fid_ + 1). Every parameter is a variable of the class, with an underscore behind it
// (its_NAME_ where every queue has a NAME_); the buffer is limit_, as of every queue. capacity_bps_, delay_s_ and packet_bytes_
// describe the link.
{{left out}}
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "connector.h"
#include "flags.h"
#include "ip.h"
#include "packet.h"
#include "queue.h"
#include "random.h"
#include "rtp.h"
#include "tcp.h"

namespace {

typedef Packet* Handle;

{{discipline}}

// ---- The interface to ns-2.

class {{class}}Queue : public Queue, private {{class}} {
public:
    {{class}}Queue() : alarm(*this) {
        pq_ = &waiting_too;
        bind_bw("capacity_bps_", &capacity_bps_);
        bind("delay_s_", &link.delay_s);
        bind("packet_bytes_", &packet_bytes_);
        {{binds}}
    }

    void enque(Packet* p) {
        settle();
        begin_arrival(seen_of(p), p);
        {{class}}::enqueue(arrival.seen);
        end_arrival();
    }

    Packet* deque() {
        settle();
        has_sent = false;
        {{class}}::dequeue();
        if (!has_sent) return 0;
        waiting_too.remove(sent.handle);
        return sent.handle;
    }

    // ns-2 passes the link to every queue with RED in its name; this queue needs only capacity_bps_ and delay_s_.
    int command(int argc, const char* const* argv) {
        if (argc == 3 && std::string(argv[1]) == "link") return TCL_OK;
        return Queue::command(argc, argv);
    }

private:
    // Calls on_timer() once.
    class Alarm : public TimerHandler {
    public:
        explicit Alarm({{class}}Queue& queue) : queue(queue) {}
        void expire(Event*) {
            queue.settle();
            queue.{{class}}::on_timer();
        }
        {{class}}Queue& queue;
    };

    // Applies settings that Tcl may have changed.
    void settle() {
        {{class}}::limit = params.limit = qlim_;
        link.capacity_bps = int64_t(capacity_bps_);
        link.packet_bytes = packet_bytes_;
        {{settle}}
        if (!has_begun) {
            has_begun = true;
            {{class}}::init();
        }
    }

    Seen seen_of(Packet* p) const {
        const hdr_cmn* common = hdr_cmn::access(p);
        hdr_flags* flags = hdr_flags::access(p);
        const bool is_tcp = common->ptype_ == PT_TCP || common->ptype_ == PT_ACK;
        Seen seen = Seen();
        seen.id = common->uid_;
        seen.flow = hdr_ip::access(p)->fid_ + 1;
        seen.bytes = common->size_;
        seen.sequence = is_tcp ? hdr_tcp::access(p)->seqno_ : hdr_rtp::access(p)->seqno_;
        seen.arrived_ns = now_ns();
        seen.priority = hdr_ip::access(p)->prio_;
        seen.is_udp = !is_tcp;
        seen.is_syn = is_tcp && (hdr_tcp::access(p)->tcp_flags_ & 0x02) != 0;
        seen.is_ecn_capable = flags->ect() != 0;
        seen.is_marked = flags->ce() != 0;
        return seen;
    }

    int64_t now_ns() const { return int64_t(Scheduler::instance().clock() * 1e9 + 0.5); }
    double chance() { return Random::uniform(); }
    int64_t index_of(int64_t n) { return Random::integer(int(n)); }
    void on_admitted(const Waiting& it, int64_t) { waiting_too.enque(it.handle); }

    void on_dropped(const Waiting& it, const std::string&, int64_t place) {
        if (place >= 0) waiting_too.remove(it.handle);
        Queue::drop(it.handle);
    }

    void on_marked(const Waiting& it, const std::string&) { hdr_flags::access(it.handle)->ce() = 1; }
    void wake_at_ns(int64_t t) { alarm.resched((t - now_ns()) / 1e9); }

    void sleep() {
        if (alarm.status() == TIMER_PENDING) alarm.cancel();
    }

    Alarm alarm;
    PacketQueue waiting_too;  // A copy of the queue for ns-2 to read.
    double capacity_bps_;
    int packet_bytes_;
    bool has_begun = false;
    {{bound}}
};

class {{class}}Class : public TclClass {
public:
    {{class}}Class() : TclClass("Queue/{{class}}") {}
    TclObject* create(int, const char* const*) { return new {{class}}Queue; }
    void make_known() { bind(); }
};

}  // namespace

extern "C" int {{Library}}_Init(Tcl_Interp*) {
    static {{class}}Class* it = new {{class}}Class;
    it->make_known();
    Tcl& tcl = Tcl::instance();
    tcl.eval("Queue/{{class}} set capacity_bps_ 1e6");
    tcl.eval("Queue/{{class}} set delay_s_ 0.0");
    tcl.eval("Queue/{{class}} set packet_bytes_ 1000");
    {{defaults}}
    return TCL_OK;
}
