// As much of the Linux kernel as a translated script asks for, for a program that runs it: the queues of packets, the counts of a
// qdisc and how packets are dropped behave as those of Linux 6.1. The driver provides time, chance and packets.

#pragma once
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64; // as Linux has it
typedef long long s64;
#define int64_t s64
typedef uint32_t u32;
typedef uint8_t u8;
#define U32_MAX UINT32_MAX
#define S64_MIN INT64_MIN
#define __packed __attribute__((packed))
#define __maybe_unused __attribute__((unused))
#define __read_mostly
#define __init
#define __exit
#define THIS_MODULE NULL
#define module_param_named(name, variable, kind, mode) static __maybe_unused void *parameter_##name = &variable
#define MODULE_PARM_DESC(name, text) static __maybe_unused const char *meaning_of_##name = text
#define MODULE_LICENSE(text) static __maybe_unused const char *licence = text
#define MODULE_DESCRIPTION(text) static __maybe_unused const char *description = text
#define module_init(function) static int (*module_begins)(void) = function
#define module_exit(function) static __maybe_unused void (*module_ends)(void) = function
#define min_t(kind, a, b) ((kind)(a) < (kind)(b) ? (kind)(a) : (kind)(b))
#define max_t(kind, a, b) ((kind)(a) > (kind)(b) ? (kind)(a) : (kind)(b))
#define abs(a) ((a) < 0 ? -(a) : (a))
#define div64_s64(a, b) ((a) / (b))
#define htons(x) (x)
#define ETH_P_IP 0x0800
#define ETH_P_IPV6 0x86DD
#define IPPROTO_UDP 17
#define INET_ECN_NOT_ECT 0
#define INET_ECN_CE 3
#define INET_ECN_MASK 3
#define NET_XMIT_SUCCESS 0
#define NET_XMIT_DROP 1
#define NET_XMIT_CN 2

void told(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define pr_debug told
#define pr_warn_ratelimited(...) (fprintf(stderr, __VA_ARGS__), exit(3))

struct iphdr {
	u8 tos, protocol;
};
struct ipv6hdr {
	u8 tos, nexthdr;
};
struct qdisc_skb_cb {
	u32 pkt_len;
	unsigned char data[20] __attribute__((aligned(8)));
};
struct sk_buff {
	struct sk_buff *next, *prev; // first, as in a queue
	u32 hash, priority;
	int protocol;
	struct iphdr ip;
	struct qdisc_skb_cb cb;
};
struct sk_buff_head {
	struct sk_buff *next, *prev;
	u32 qlen;
};

static inline struct qdisc_skb_cb *qdisc_skb_cb(const struct sk_buff *skb) { return (struct qdisc_skb_cb *)&skb->cb; }
#define qdisc_cb_private_validate(skb, size) _Static_assert((size) <= 20, "there is no more room")
static inline u32 qdisc_pkt_len(const struct sk_buff *skb) { return skb->cb.pkt_len; }
static inline int skb_protocol(const struct sk_buff *skb, bool skips_vlan) { return (void)skips_vlan, skb->protocol; }
static inline bool pskb_network_may_pull(struct sk_buff *skb, size_t bytes) { return (void)skb, (void)bytes, true; }
static inline struct iphdr *ip_hdr(struct sk_buff *skb) { return &skb->ip; }
static inline struct ipv6hdr *ipv6_hdr(struct sk_buff *skb) { return (struct ipv6hdr *)&skb->ip; }
static inline u8 ipv4_get_dsfield(const struct iphdr *header) { return header->tos; }
static inline u8 ipv6_get_dsfield(const struct ipv6hdr *header) { return header->tos; }
static inline u32 skb_get_hash(const struct sk_buff *skb) { return skb->hash; }
static inline int INET_ECN_set_ce(struct sk_buff *skb) { return skb->ip.tos |= INET_ECN_CE, 1; }

static inline void __skb_queue_head_init(struct sk_buff_head *list)
{
	list->next = list->prev = (struct sk_buff *)list;
	list->qlen = 0;
}
static inline bool skb_queue_empty(const struct sk_buff_head *list) { return list->next == (const struct sk_buff *)list; }
static inline u32 skb_queue_len(const struct sk_buff_head *list) { return list->qlen; }
#define skb_queue_walk(list, skb) for (skb = (list)->next; skb != (struct sk_buff *)(list); skb = skb->next)
static inline void __skb_queue_tail(struct sk_buff_head *list, struct sk_buff *skb)
{
	skb->next = (struct sk_buff *)list;
	skb->prev = list->prev;
	list->prev->next = skb;
	list->prev = skb;
	list->qlen++;
}
static inline void __skb_unlink(struct sk_buff *skb, struct sk_buff_head *list)
{
	list->qlen--;
	skb->next->prev = skb->prev;
	skb->prev->next = skb->next;
	skb->next = skb->prev = NULL;
}
static inline void kfree_skb(struct sk_buff *skb) { free(skb); }
static inline void __skb_queue_purge(struct sk_buff_head *list)
{
	while (!skb_queue_empty(list)) {
		struct sk_buff *skb = list->next;

		__skb_unlink(skb, list);
		kfree_skb(skb);
	}
}

struct nlattr;
struct netlink_ext_ack;
struct Qdisc {
	struct {
		u32 qlen;
	} q;
	struct {
		u64 backlog, drops, sent, told_to_parents;
	} qstats;
	void *priv;
};
struct Qdisc_ops {
	char id[16];
	int priv_size;
	int (*enqueue)(struct sk_buff *, struct Qdisc *, struct sk_buff **);
	struct sk_buff *(*dequeue)(struct Qdisc *);
	struct sk_buff *(*peek)(struct Qdisc *);
	int (*init)(struct Qdisc *, struct nlattr *, struct netlink_ext_ack *);
	void (*reset)(struct Qdisc *);
	void *owner;
};
static inline void *qdisc_priv(struct Qdisc *sch) { return sch->priv; }
static inline void qdisc_qstats_backlog_inc(struct Qdisc *sch, const struct sk_buff *skb) { sch->qstats.backlog += qdisc_pkt_len(skb); }
static inline void qdisc_qstats_backlog_dec(struct Qdisc *sch, const struct sk_buff *skb) { sch->qstats.backlog -= qdisc_pkt_len(skb); }
static inline void qdisc_qstats_drop(struct Qdisc *sch) { sch->qstats.drops++; }
static inline void qdisc_bstats_update(struct Qdisc *sch, const struct sk_buff *skb) { (void)skb, sch->qstats.sent++; }
static inline void qdisc_tree_reduce_backlog(struct Qdisc *sch, int packets, int bytes) { (void)bytes, sch->qstats.told_to_parents += packets; }
static inline void __qdisc_drop(struct sk_buff *skb, struct sk_buff **to_free)
{
	skb->next = *to_free;
	*to_free = skb;
}
static inline struct sk_buff *qdisc_peek_dequeued(struct Qdisc *sch) { return (void)sch, NULL; }

u64 ktime_get_ns(void);
u32 get_random_u32_below(u32 ceiling);
static const struct Qdisc_ops *registered;
static inline int register_qdisc(struct Qdisc_ops *ops) { return registered = ops, 0; }
static inline void unregister_qdisc(struct Qdisc_ops *ops) { (void)ops, registered = NULL; }
