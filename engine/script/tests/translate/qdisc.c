// Runs a translated script, as a qdisc, on what was written down of a run of the script: the same calls that driver.cc reads.
// Prints what is decided, a line a call, and at the end whether the counts of the qdisc agree with it.

#include "module.c"
#include <stdarg.h>

static u64 now;
static char *words; // what is left of the line
static char decided[1 << 16];
static u64 ids[1 << 16], arrivals; // what the script's run called the packets that the qdisc counts

u64 ktime_get_ns(void) { return now; }

static u64 word(void)
{
	char *end;
	const u64 value = strtoull(words, &end, 10);

	if (end == words) {
		fprintf(stderr, "more is drawn than the script draws\n");
		exit(3);
	}
	words = end;
	return value;
}

u32 get_random_u32_below(u32 ceiling)
{
	if (word() != ceiling) {
		fprintf(stderr, "another count is drawn among than the script's\n");
		exit(3);
	}
	return word();
}

// "ID: dropped packet 5: push_out, place 3" in the words of driver.cc.
void told(const char *format, ...)
{
	char line[256], what[16], reason[64];
	unsigned long long id;
	long long place;
	va_list values;
	const size_t length = strlen(decided);

	va_start(values, format);
	vsnprintf(line, sizeof(line), format, values);
	va_end(values);
	if (sscanf(line, "%*[^:]: %15s packet %llu: %63[^,], place %lld", what, &id, reason, &place) != 4)
		exit(4);
	snprintf(decided + length, sizeof(decided) - length, " %s %llu %s %lld", what, ids[id], reason, place);
}

int main(void)
{
	static char line[1 << 16];
	struct Qdisc sch = {};
	u64 sent = 0, admitted = 0, gone = 0;
	struct sk_buff *skb, *dropped;

	module_begins();
	sch.priv = calloc(1, registered->priv_size);
	registered->init(&sch, NULL, NULL);
	while (fgets(line, sizeof(line), stdin) && strcmp(line, "end\n")) {
		const char call = line[0];
		u64 fields[10];

		if (call == 'S')
			continue; // a qdisc is not told about its link
		words = line + 1;
		now = word();
		decided[0] = 0;
		dropped = NULL;
		if (call == 'E') {
			for (int i = 0; i < 10; i++)
				fields[i] = word();
			ids[arrivals++] = fields[0];
			skb = calloc(1, sizeof(*skb));
			skb->hash = fields[1];
			skb->cb.pkt_len = fields[2];
			skb->priority = fields[4];
			skb->protocol = fields[0] % 2 ? ETH_P_IP : ETH_P_IPV6;
			skb->ip = (struct iphdr){ fields[8] ? 2 : 0, fields[5] ? IPPROTO_UDP : 6 };
			const int verdict = registered->enqueue(skb, &sch, &dropped);

			admitted += verdict == NET_XMIT_SUCCESS;
			while (dropped) {
				struct sk_buff *next = dropped->next;

				gone += !(dropped == skb);
				free(dropped);
				dropped = next;
			}
		} else {
			skb = registered->dequeue(&sch);
			if (skb) {
				snprintf(decided + strlen(decided), 64, " sent %llu", ids[noted_of(skb)->id]);
				sent++;
				kfree_skb(skb);
			}
		}
		printf("%c%s timer -1 waiting %u\n", call, decided, sch.q.qlen);
	}
	// What parents were told, and what is to be told while the queue is empty.
	const struct script *q = sch.priv;
	const u64 told_to_parents = sch.qstats.told_to_parents + q->gone;

	if (admitted != sent + told_to_parents + sch.q.qlen || sch.qstats.sent != sent || told_to_parents < gone) {
		fprintf(stderr, "the counts of the qdisc do not agree\n");
		return 5;
	}
	registered->reset(&sch);
	free(sch.priv);
	return 0;
}
