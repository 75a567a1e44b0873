// Runs a translated script on the record of a run of the original: calls with time and packet, and the random numbers that were
// drawn. Prints the decisions, one call a line.

#include <cstdio>
#include <iostream>
#include <sstream>

template <class Script, class Waiting>
class Driven : public Script {
public:
    void run(std::istream& in) {
        std::string line;
        bool has_begun = false;
        while (std::getline(in, line) && line != "end") {
            std::istringstream words(line);
            char call;
            words >> call;
            if (call == 'S') {
                words >> this->link.capacity_bps >> this->link.delay_s >> this->link.packet_bytes >> this->link.hash_salt;
                this->limit = this->params.limit;
                this->init();
                has_begun = true;
                continue;
            }
            words >> now;
            auto seen = decltype(Waiting::seen)();
            if (call == 'E') {
                words >> seen.id >> seen.flow >> seen.bytes >> seen.sequence >> seen.priority >> seen.is_udp >>
                    seen.is_syn >> seen.is_retransmission >> seen.is_ecn_capable >> seen.is_marked;
                seen.arrived_ns = now;
            }
            drawn = &words;
            told.str("");
            this->has_sent = false;
            if (call == 'E') {
                this->begin_arrival(seen, seen.id);
                this->enqueue(this->arrival.seen);
                this->end_arrival();
            } else if (call == 'D') {
                this->dequeue();
                if (this->has_sent) told << " sent " << this->sent.handle;
            } else {
                timer = -1;
                this->on_timer();
            }
            std::cout << call << told.str() << " timer " << timer << " waiting " << this->waiting << "\n";
        }
        if (!has_begun) std::abort();
    }

private:
    int64_t now_ns() const override { return now; }

    double chance() override {
        uint64_t bits = 0;
        *drawn >> bits;
        if (!*drawn) throw std::logic_error("the program draws more random numbers than the script");
        return bits * (1.0 / 9007199254740992.0);
    }

    int64_t index_of(int64_t n) override {
        int64_t count = 0, place = 0;
        *drawn >> count >> place;
        if (!*drawn || count != n) throw std::logic_error("the program draws among another number of values than the script");
        return place;
    }

    void tell(const char* what, const Waiting& it, const std::string& reason, int64_t place) {
        told << " " << what << " " << it.handle << " " << reason << " " << place;
    }

    void on_admitted(const Waiting& it, int64_t place) override { tell("admitted", it, "-", place); }
    void on_dropped(const Waiting& it, const std::string& reason, int64_t place) override { tell("dropped", it, reason, place); }
    void on_marked(const Waiting& it, const std::string& reason) override { tell("marked", it, reason, -1); }
    void wake_at_ns(int64_t t) override { timer = t; }
    void sleep() override { timer = -1; }

    int64_t now = 0, timer = -1;
    std::istringstream* drawn = nullptr;
    std::ostringstream told;
};
