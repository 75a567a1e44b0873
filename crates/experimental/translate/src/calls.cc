// ---- The functions that a script of Chokepoint calls, under the names of the script. A mistake that would stop the script ends
// the ---- program with an exception.

struct Seen {  // A packet, with its state at the time of the script's request.
    int64_t id, flow, bytes, sequence, arrived_ns, priority;
    bool is_udp, is_syn, is_retransmission, is_ecn_capable, is_marked;
};

struct Waiting {
    Seen seen;
    Handle handle;
};

struct Places : std::vector<int64_t> {  // A position in a queue, or the positions given by an array.
    Places(int64_t place) : std::vector<int64_t>(1, place) {}
    Places(const std::vector<int64_t>& places) : std::vector<int64_t>(places) {}
};

[[noreturn]] inline void mistake(const char* what) { throw std::logic_error(what); }

// An item of an array; the index -1 means the last item.
template <class Items>
auto item(Items& items, int64_t place) -> decltype(items.at(0)) {
    return items.at(place < 0 ? place + items.size() : place);
}

template <class T>
T pop(std::vector<T>& items) {
    T last = item(items, -1);
    items.pop_back();
    return last;
}

template <class T>
T removed(std::vector<T>& items, int64_t place) {
    T item = items.at(place);
    items.erase(items.begin() + place);
    return item;
}

template <class T>
void remove(std::vector<T>& items, int64_t place) {
    if (place >= 0 && place < int64_t(items.size())) items.erase(items.begin() + place);
}

template <class T>
void remove(std::map<int64_t, T>& items, int64_t key) {
    items.erase(key);
}

template <class T>
void insert(std::vector<T>& items, int64_t place, const typename std::vector<T>::value_type& item) {
    if (place < 0 || place > int64_t(items.size())) mistake("the array has no item at this index");
    items.insert(items.begin() + place, item);
}

template <class T>
bool contains(const std::vector<T>& items, const typename std::vector<T>::value_type& wanted) {
    return std::find(items.begin(), items.end(), wanted) != items.end();
}

template <class T>
bool contains(const std::map<int64_t, T>& items, int64_t key) {
    return items.count(key) > 0;
}

template <class T>
std::vector<int64_t> keys(const std::map<int64_t, T>& items) {
    std::vector<int64_t> list;
    for (const auto& entry : items) list.push_back(entry.first);
    return list;
}

template <class T>
std::vector<T> values(const std::map<int64_t, T>& items) {
    std::vector<T> list;
    for (const auto& entry : items) list.push_back(entry.second);
    return list;
}

// A whole power, by repeated squaring.
inline double powi(double base, int64_t exponent) {
    if (exponent < 0) mistake("powi needs an exponent of at least 0");
    double result = 1.0;
    for (; exponent > 0; exponent >>= 1, base *= base) {
        if (exponent & 1) result *= base;
    }
    return result;
}

inline int64_t power(int64_t base, int64_t exponent) {
    if (exponent < 0) mistake("a whole number cannot be raised to a negative power");
    int64_t result = 1;
    for (; exponent > 0; --exponent) result *= base;
    return result;
}

inline int64_t ns(double s) { return s > 0.0 ? int64_t(s * 1e9 + 0.5) : 0; }

inline uint64_t mixed(uint64_t value) {  // The last step of the generator SplitMix64.
    uint64_t z = value + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

inline int64_t hash(int64_t value, int64_t salt) { return int64_t(mixed(uint64_t(value) ^ mixed(uint64_t(salt))) >> 1); }

class Calls {
public:
    virtual ~Calls() {}

protected:
    // ---- Functions that the simulator provides.
    virtual int64_t now_ns() const = 0;
    virtual double chance() = 0;                // from 0 to below 1
    virtual int64_t index_of(int64_t n) = 0;    // from 0 to n - 1, n at least 2
    virtual void on_admitted(const Waiting&, int64_t place) = 0;
    virtual void on_dropped(const Waiting&, const std::string& reason, int64_t place) = 0;  // place -1: the arriving packet
    virtual void on_marked(const Waiting&, const std::string& reason) = 0;
    virtual void wake_at_ns(int64_t t) = 0;
    virtual void sleep() = 0;

    // ---- Functions that the script defines.
    virtual void init() {}
    virtual void enqueue(const Seen& packet) = 0;
    virtual void dequeue() {
        if (!queue.is_empty()) queue.send();
    }
    virtual void on_timer() {}

    // ---- Functions that the script calls.
    double now_s() const { return now_ns() / 1e9; }

    bool happens(double p) { return p >= 1.0 || (p > 0.0 && chance() < p); }

    int64_t pick(int64_t n) {
        if (n < 1) mistake("pick chooses among at least 1");
        return n == 1 ? 0 : index_of(n);
    }

    void admit() { admit_to(0); }

    void drop(const std::string& reason) {
        decide();
        on_dropped(arrival, reason, -1);
    }

    bool mark(const std::string& reason) {
        if (!undecided) mistake("mark is for the arriving packet, before it is admitted or dropped");
        if (!arrival.seen.is_ecn_capable) return false;
        arrival.seen.is_marked = true;
        on_marked(arrival, reason);
        return true;
    }

    class One {  // queue.of(k)
    public:
        One(Calls& calls, int64_t number) : calls(calls), number(number) {}
        int64_t len() const { return packets().size(); }
        bool is_empty() const { return packets().empty(); }
        int64_t bytes() const {
            int64_t sum = 0;
            for (const Waiting& waiting : packets()) sum += waiting.seen.bytes;
            return sum;
        }
        Seen at(int64_t i) const { return packets().at(i).seen; }
        std::vector<int64_t> draw(int64_t n) { return draw(n, 0, len()); }
        std::vector<int64_t> draw(int64_t n, int64_t from) { return draw(n, from, len()); }
        std::vector<int64_t> draw(int64_t n, int64_t from, int64_t to) {
            if (from < 0 || to > len()) mistake("draw: these positions are not within the queue");
            std::vector<int64_t> places, taken;
            const int64_t region = std::max<int64_t>(to - from, 0);
            for (int64_t left = std::min(n, region); left > 0; --left) {
                int64_t place = calls.pick(region - taken.size());
                auto rank = taken.begin();
                for (; rank != taken.end() && *rank <= place; ++rank) ++place;  // Skips the positions that are already drawn.
                taken.insert(rank, place);
                places.push_back(from + place);
            }
            return places;
        }
        void drop(Places places, const std::string& reason) {
            std::sort(places.begin(), places.end());
            if (std::adjacent_find(places.begin(), places.end()) != places.end()) mistake("a packet is dropped twice");
            for (auto place = places.rbegin(); place != places.rend(); ++place) {
                calls.on_dropped(calls.take(number, *place), reason, *place);
            }
        }
        bool mark(int64_t i, const std::string& reason) {
            Waiting& waiting = calls.queues[number].at(i);
            if (!waiting.seen.is_ecn_capable) return false;
            waiting.seen.is_marked = true;
            calls.on_marked(waiting, reason);
            return true;
        }
        void send() {
            if (calls.has_sent) mistake("the link takes one packet at a time");
            calls.sent = calls.take(number, 0);
            calls.has_sent = true;
        }

    private:
        const std::deque<Waiting>& packets() const { return calls.queues[number]; }
        Calls& calls;
        int64_t number;
    };

    class All : public One {  // queue
    public:
        explicit All(Calls& calls) : One(calls, 0), calls(calls) {}
        One of(int64_t number) const { return One(calls, number); }
        int64_t len() const { return calls.waiting; }
        bool is_empty() const { return calls.waiting == 0; }
        int64_t bytes() const { return calls.waiting_bytes; }
        void push() { calls.admit_to(0); }
        void push_to(int64_t number) { calls.admit_to(number); }
        std::vector<int64_t> numbers() const {
            std::vector<int64_t> list;
            for (const auto& queue : calls.queues) {
                if (!queue.second.empty()) list.push_back(queue.first);
            }
            return list;
        }

    private:
        Calls& calls;
    };

    struct Link {
        int64_t capacity_bps, packet_bytes, hash_salt;
        double delay_s;
        int64_t packets_in(int64_t ns) const {
            return int64_t((unsigned __int128)(std::max<int64_t>(ns, 0)) * capacity_bps / bit_nanos());
        }
        int64_t ns_for(int64_t packets) const {
            return int64_t((unsigned __int128)(std::max<int64_t>(packets, 0)) * bit_nanos() / capacity_bps);
        }
        unsigned __int128 bit_nanos() const { return (unsigned __int128)(packet_bytes) * 8 * 1000000000; }
    };

    All queue{*this};
    Link link{};
    Waiting arrival{};

    // ---- Functions that the simulator's interface calls before and after those of the script.
    void begin_arrival(const Seen& seen, Handle handle) {
        arrival = Waiting{seen, handle};
        undecided = true;
    }

    void end_arrival() const {
        if (undecided) mistake("enqueue has ended, and the packet was neither admitted nor dropped");
    }

    Waiting take(int64_t number, int64_t place) {
        std::deque<Waiting>& packets = queues[number];
        const Waiting taken = packets.at(place);
        packets.erase(packets.begin() + place);
        waiting -= 1;
        waiting_bytes -= taken.seen.bytes;
        if (packets.empty()) queues.erase(number);
        return taken;
    }

    std::map<int64_t, std::deque<Waiting>> queues;
    int64_t waiting = 0, waiting_bytes = 0;
    bool has_sent = false;
    Waiting sent{};
    int64_t limit = 0;

private:
    void decide() {
        if (!undecided) mistake("the packet was admitted or dropped already");
        undecided = false;
    }

    void admit_to(int64_t number) {
        decide();
        if (waiting >= limit) mistake("the buffer is full; test queue.len() first");
        queues[number].push_back(arrival);
        waiting += 1;
        waiting_bytes += arrival.seen.bytes;
        on_admitted(arrival, queues[number].size() - 1);
    }

    bool undecided = false;
};
