// SPDX-License-Identifier: GPL-2.0 OR MIT
// {{title}}: a qdisc for Linux 6.1 or later with 64 bits, written by Chokepoint from a script.
//
// Build it against the headers of the kernel, with a Makefile of the one line "obj-m += sch_{{id}}.o" beside it:
//   make -C /lib/modules/$(uname -r)/build M=$PWD
//   insmod ./sch_{{id}}.ko
//   tc qdisc add dev DEVICE root {{id}}
// Parameters are those of the module, in /sys/module/sch_{{id}}/parameters/. A flow is what skb_get_hash() says. What is decided
// goes to pr_debug().
{{left out}}
#include <linux/build_bug.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/skbuff.h>
#include <net/dsfield.h>
#include <net/inet_ecn.h>
#include <net/pkt_sched.h>

static_assert(sizeof(long) == sizeof(int64_t), "parameters want a kernel with 64 bits");

{{params}}

// ---- What a script calls. After a mistake, which would stop the script, the packet is dropped and the qdisc goes on.

struct seen { // a packet as it was when it was asked for
	int64_t id, flow, bytes, arrived_ns, priority;
	bool is_udp, is_ecn_capable, is_marked;
};

struct noted { // what is kept with a waiting packet; there is room for 20 bytes
	u64 id, arrived_ns;
	u32 flow;
} __packed;

enum verdict { UNDECIDED, ADMITTED, DROPPED };

struct script {
	struct Qdisc *sch;
	struct sk_buff_head waiting;
	int64_t waiting_bytes;
	u64 arrivals;
	struct sk_buff *arriving; // the packet that enqueue() decides about
	struct sk_buff **to_free;
	enum verdict verdict;
	bool is_arriving_gone; // admitted, and dropped again by the same enqueue()
	struct sk_buff *sent;
	unsigned int gone, gone_bytes; // dropped from the queue, and not yet told to parents
	struct {
		{{own}}
	} own;
};

static void mistake(const char *what)
{
	pr_warn_ratelimited("{{id}}: %s\n", what);
}

static struct noted *noted_of(const struct sk_buff *skb)
{
	return (struct noted *)qdisc_skb_cb(skb)->data;
}

static __maybe_unused int64_t divided(int64_t a, int64_t b)
{
	if (b)
		return div64_s64(a, b);
	mistake("a division by 0");
	return 0;
}

static __maybe_unused int64_t remainder_of(int64_t a, int64_t b)
{
	return a - divided(a, b) * b;
}

static __maybe_unused int64_t power(int64_t base, int64_t exponent)
{
	int64_t result = 1;

	if (exponent < 0)
		mistake("a whole number to a power below 0");
	for (; exponent > 0; exponent--)
		result *= base;
	return result;
}

static u64 mixed(u64 value) // the finishing step of SplitMix64
{
	u64 z = value + 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

static __maybe_unused int64_t hashed(int64_t value, int64_t salt)
{
	return mixed((u64)value ^ mixed((u64)salt)) >> 1;
}

static __maybe_unused int64_t pick(int64_t n)
{
	if (n < 1 || n > U32_MAX)
		mistake("pick chooses among at least 1");
	return n <= 1 || n > U32_MAX ? 0 : get_random_u32_below(n);
}

static __maybe_unused int64_t now_ns(void)
{
	return ktime_get_ns();
}

static u8 dsfield_of(struct sk_buff *skb)
{
	switch (skb_protocol(skb, true)) {
	case htons(ETH_P_IP):
		return pskb_network_may_pull(skb, sizeof(struct iphdr)) ? ipv4_get_dsfield(ip_hdr(skb)) : 0;
	case htons(ETH_P_IPV6):
		return pskb_network_may_pull(skb, sizeof(struct ipv6hdr)) ? ipv6_get_dsfield(ipv6_hdr(skb)) : 0;
	default:
		return 0;
	}
}

static bool is_udp(struct sk_buff *skb)
{
	switch (skb_protocol(skb, true)) {
	case htons(ETH_P_IP):
		return pskb_network_may_pull(skb, sizeof(struct iphdr)) && ip_hdr(skb)->protocol == IPPROTO_UDP;
	case htons(ETH_P_IPV6):
		return pskb_network_may_pull(skb, sizeof(struct ipv6hdr)) && ipv6_hdr(skb)->nexthdr == IPPROTO_UDP;
	default:
		return false;
	}
}

static struct seen seen_of(struct sk_buff *skb)
{
	const struct noted *noted = noted_of(skb);
	const u8 ecn = dsfield_of(skb) & INET_ECN_MASK;

	return (struct seen){
		.id = noted->id,
		.flow = noted->flow,
		.bytes = qdisc_pkt_len(skb),
		.arrived_ns = noted->arrived_ns,
		.priority = skb->priority,
		.is_udp = is_udp(skb),
		.is_ecn_capable = ecn != INET_ECN_NOT_ECT,
		.is_marked = ecn == INET_ECN_CE,
	};
}

static bool queue_is_empty(const struct script *q)
{
	return skb_queue_empty(&q->waiting);
}

static __maybe_unused int64_t queue_len(const struct script *q)
{
	return skb_queue_len(&q->waiting);
}

static __maybe_unused int64_t queue_bytes(const struct script *q)
{
	return q->waiting_bytes;
}

static struct sk_buff *waiting_at(struct script *q, int64_t place)
{
	struct sk_buff *skb;

	if (place < 0 || place >= queue_len(q)) {
		mistake("there is no such place in the queue");
		return NULL;
	}
	skb_queue_walk(&q->waiting, skb) {
		if (place-- == 0)
			break;
	}
	return skb;
}

static void taken(struct script *q, struct sk_buff *skb)
{
	__skb_unlink(skb, &q->waiting);
	q->waiting_bytes -= qdisc_pkt_len(skb);
	q->sch->q.qlen--;
	qdisc_qstats_backlog_dec(q->sch, skb);
}

static __maybe_unused struct seen queue_at(struct script *q, int64_t place)
{
	struct sk_buff *skb = waiting_at(q, place);

	return skb ? seen_of(skb) : (struct seen){};
}

static __maybe_unused void queue_drop(struct script *q, int64_t place, const char *reason)
{
	struct sk_buff *skb = waiting_at(q, place);

	if (!skb)
		return;
	pr_debug("{{id}}: dropped packet %llu: %s, place %lld\n", noted_of(skb)->id, reason, place);
	taken(q, skb);
	qdisc_qstats_drop(q->sch);
	if (skb == q->arriving) {
		q->is_arriving_gone = true; // parents have not counted it yet
	} else {
		q->gone++;
		q->gone_bytes += qdisc_pkt_len(skb);
	}
	if (q->to_free)
		__qdisc_drop(skb, q->to_free);
	else
		kfree_skb(skb);
}

static bool marked(struct sk_buff *skb, const char *reason)
{
	if (!skb || !(dsfield_of(skb) & INET_ECN_MASK) || !INET_ECN_set_ce(skb))
		return false;
	pr_debug("{{id}}: marked packet %llu: %s, place -1\n", noted_of(skb)->id, reason);
	return true;
}

static __maybe_unused bool queue_mark(struct script *q, int64_t place, const char *reason)
{
	return marked(waiting_at(q, place), reason);
}

static bool is_to_decide(const struct script *q)
{
	if (q->arriving && q->verdict == UNDECIDED)
		return true;
	mistake("the packet was admitted or dropped already");
	return false;
}

static __maybe_unused bool mark(struct script *q, const char *reason)
{
	return is_to_decide(q) && marked(q->arriving, reason);
}

static void drop(struct script *q, const char *reason)
{
	if (!is_to_decide(q))
		return;
	q->verdict = DROPPED;
	pr_debug("{{id}}: dropped packet %llu: %s, place -1\n", noted_of(q->arriving)->id, reason);
	qdisc_qstats_drop(q->sch);
	__qdisc_drop(q->arriving, q->to_free);
}

static __maybe_unused void admit(struct script *q)
{
	struct sk_buff *skb = q->arriving;

	if (!is_to_decide(q))
		return;
	if (queue_len(q) >= param_limit) {
		mistake("the buffer is full; test queue.len() first");
		return drop(q, "overflow");
	}
	q->verdict = ADMITTED;
	pr_debug("{{id}}: admitted packet %llu: -, place %lld\n", noted_of(skb)->id, queue_len(q));
	__skb_queue_tail(&q->waiting, skb);
	q->waiting_bytes += qdisc_pkt_len(skb);
	q->sch->q.qlen++;
	qdisc_qstats_backlog_inc(q->sch, skb);
}

static __maybe_unused void queue_send(struct script *q)
{
	if (q->sent)
		return mistake("the link takes one packet at a time");
	q->sent = waiting_at(q, 0);
	if (q->sent)
		taken(q, q->sent);
}

// ---- The script.

{{functions}}

// ---- The qdisc.

// A class above is told nothing while the queue is empty: it would be taken away.
static void tell_parents(struct script *q)
{
	if (!q->gone || !q->sch->q.qlen)
		return;
	qdisc_tree_reduce_backlog(q->sch, q->gone, q->gone_bytes);
	q->gone = q->gone_bytes = 0;
}

static int arrive(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	struct script *q = qdisc_priv(sch);

	qdisc_cb_private_validate(skb, sizeof(struct noted));
	*noted_of(skb) = (struct noted){ q->arrivals++, ktime_get_ns(), skb_get_hash(skb) };
	q->arriving = skb;
	q->to_free = to_free;
	q->verdict = UNDECIDED;
	q->is_arriving_gone = false;
	script_enqueue(q, seen_of(skb));
	if (q->verdict == UNDECIDED) {
		mistake("enqueue has ended, and the packet was neither admitted nor dropped");
		drop(q, "undecided");
	}
	q->arriving = NULL;
	q->to_free = NULL;
	tell_parents(q);
	if (q->verdict == DROPPED)
		return NET_XMIT_DROP;
	return q->is_arriving_gone ? NET_XMIT_CN : NET_XMIT_SUCCESS;
}

static struct sk_buff *depart(struct Qdisc *sch)
{
	struct script *q = qdisc_priv(sch);

	q->sent = NULL;
	{{dequeue}}
	if (q->sent)
		qdisc_bstats_update(sch, q->sent);
	tell_parents(q);
	return q->sent;
}

static void begin(struct script *q)
{
	memset(&q->own, 0, sizeof(q->own));
	{{init}}
}

static int create(struct Qdisc *sch, struct nlattr *options, struct netlink_ext_ack *extack)
{
	struct script *q = qdisc_priv(sch);

	q->sch = sch;
	__skb_queue_head_init(&q->waiting);
	begin(q);
	return 0;
}

static void empty(struct Qdisc *sch)
{
	struct script *q = qdisc_priv(sch);

	__skb_queue_purge(&q->waiting);
	q->waiting_bytes = 0;
	q->gone = q->gone_bytes = 0;
	begin(q);
}

static struct Qdisc_ops ops __read_mostly = {
	.id = "{{id}}",
	.priv_size = sizeof(struct script),
	.enqueue = arrive,
	.dequeue = depart,
	.peek = qdisc_peek_dequeued,
	.init = create,
	.reset = empty,
	.owner = THIS_MODULE,
};

static int __init script_module_begins(void)
{
	return register_qdisc(&ops);
}

static void __exit script_module_ends(void)
{
	unregister_qdisc(&ops);
}

module_init(script_module_begins);
module_exit(script_module_ends);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION({{description}});
