// Package manifest is the parts list of the system as plain data, which the infrastructure creates and the local
// cloud starts. It imports only the data files of the modules and adapters, so that the CDK app (a module of its own) can read it.
package manifest

import "slices"

// Group is one route group: the first path segment after /api, served by one function.
type Group struct {
	Name     string
	MemoryMB int
	Bare     bool // has routes at /api/<name> itself, which {proxy+} does not match
	// Outside are the first segments of its public pages, which lie outside of /api. A group with such pages has no other routes.
	Outside  []string
	Reserved int // executions kept for it and the most it gets; 0 shares the account's
}

// Groups are the route groups that exist. The function of a group is functions/<name>.
var Groups = []Group{
	{Name: "oauth", MemoryMB: 1024, Reserved: 50}, // argon2id needs a good share of a core (facts/serverless §6)
	{Name: "pi", MemoryMB: 1024},
	{Name: "aty", MemoryMB: 1024},
	// also the callbacks of payment providers: they are signed, and believed after a query alone
	{Name: "pay", MemoryMB: 512},
	{Name: "virtual", MemoryMB: 512},            // USDT
	{Name: "proxy", MemoryMB: 1024, Bare: true}, // argon2id
	{Name: "conf", MemoryMB: 256},
	{Name: "lop", MemoryMB: 256},
	{Name: "gc", MemoryMB: 1024},
	{Name: "uf", MemoryMB: 512},
	{Name: "blacklistuserinfo", MemoryMB: 256},
	{Name: "im", MemoryMB: 512},
	{Name: "kfsms", MemoryMB: 512},
	{Name: "bgo", MemoryMB: 1024},
	{Name: "dmp", MemoryMB: 512},
	{Name: "call", MemoryMB: 1024},
	{Name: "edm", MemoryMB: 1024},
	{Name: "domain", MemoryMB: 256, Bare: true},
	{Name: "shunt", MemoryMB: 512},
	{Name: "channel", MemoryMB: 1024}, // argon2id: a lead becomes a customer
	{Name: "comment", MemoryMB: 1024},
	{Name: "sysuser", MemoryMB: 1024, Bare: true}, // argon2id
	{Name: "system", MemoryMB: 256},               // also answers GET /api/openapi.json and $default
	{Name: Webhook, MemoryMB: 256, Reserved: 50},
	// public: a flood of it leaves the console its executions
	{Name: Links, MemoryMB: 256, Reserved: 50, Outside: []string{"u", "l", "o"}},
	{Name: Redirects, MemoryMB: 256, Reserved: 50, Outside: []string{"s", "f"}},
}

// Pages are the first segments of all paths outside of /api that functions answer.
func Pages() (all []string) {
	for _, g := range Groups {
		all = append(all, g.Outside...)
	}
	return all
}

// PagesOf are those of a group.
func PagesOf(group string) []string {
	for _, g := range Groups {
		if g.Name == group {
			return g.Outside
		}
	}
	return nil
}

// Webhook is the group that the provider calls. It alone is reached without the distribution: its requests are
// signed.
const Webhook = "hook"

// Links is the group of the public pages outside of /api: the links of emails. It knows no caller, so that it reads no sign-in key.
const Links = "u"

// Redirects is the group of shunting links, /s/{code}, and of forms of sales channels, /f/{code}. It knows no caller either.
const Redirects = "s"

// Fallback is the group whose function answers GET /api/openapi.json and every path that no group has.
const Fallback = "system"

// Consumer is a function fed by a queue of the same name.
type Consumer struct {
	Name              string
	MemoryMB          int
	TimeoutSeconds    int
	VisibilitySeconds int // not below the timeout; short where a killed worker must be replaced soon
	Batch             int // messages an invocation
	WindowSeconds     int // batching window; 0 for none
	Concurrency       int // most invocations at a time; 0 for no bound
	MaxReceive        int // deliveries before the dead-letter queue
	DiskMB            int // of /tmp; 0 for Lambda's 512
	FairQueue         bool
}

// Consumers of the queues. Each queue has a dead-letter queue <name>-dead and an alarm on it.
var Consumers = []Consumer{
	// a worker waits more than it works: 35 µs of a core for a message
	{Name: "send", MemoryMB: 128, TimeoutSeconds: 28, VisibilitySeconds: 30, Batch: 1, Concurrency: 50, MaxReceive: 5, FairQueue: true},
	// a function that dies costs each message of its batch a delivery, and receipts are money
	{Name: "receipt", MemoryMB: 512, TimeoutSeconds: 30, VisibilitySeconds: 60, Batch: 5000, WindowSeconds: 2, Concurrency: 2, MaxReceive: 20},
	// the events of ten seconds come together (package click): few and large batches write least
	{Name: "click", MemoryMB: 256, TimeoutSeconds: 30, VisibilitySeconds: 60, Batch: 5000, WindowSeconds: 2, Concurrency: 2, MaxReceive: 20},
	// without a window: who answers STOP gets nothing more after a second
	{Name: "inbound", MemoryMB: 256, TimeoutSeconds: 30, VisibilitySeconds: 60, Batch: 10, Concurrency: 2, MaxReceive: 5},
	{Name: "job", MemoryMB: 1024, TimeoutSeconds: 120, VisibilitySeconds: 130, Batch: 1, Concurrency: 10, MaxReceive: 5, FairQueue: true},
	// a worker waits for the provider more than it works
	{Name: "build", MemoryMB: 256, TimeoutSeconds: 28, VisibilitySeconds: 30, Batch: 1, Concurrency: 10, MaxReceive: 5, FairQueue: true},
	// apart from job: large files keep no order waiting; an export of a million rows lies unpacked on its disk
	{Name: "file", MemoryMB: 1024, TimeoutSeconds: 120, VisibilitySeconds: 130, Batch: 1, Concurrency: 5, MaxReceive: 5, DiskMB: 4096,
		FairQueue: true},
}

// Sockets is the function behind the websocket routes $connect, $disconnect and $default; ping is answered without it.
const Sockets = "ws"

// Janitor is the function of the minute tick.
const Janitor = "janitor"

// AllInOne is the program that holds every function, functions/all: the one binary of the local cloud, and one process that serves
// everything on a container platform. On AWS no function runs it.
const AllInOne = "all"

// OriginHeader carries origin/key from the distribution to the functions: what comes without it has gone around the
// distribution, its firewall and the address that it tells, and is refused.
const OriginHeader = "X-Herald-Origin"

// HostHeader carries the host that a visitor opened from the distribution to the redirects: the gateway is asked by its own name.
const HostHeader = "X-Herald-Host"

// SecretsOf names the secrets that a function reads, under HERALD_SECRETS. No other function may read them.
func SecretsOf(function string) (names []string) {
	switch {
	case function == Links, function == Redirects:
		names = append(names, "origin/key")
	case signsIn(function):
		names = append(names, "auth/key", "origin/key")
	}
	if function == AllInOne || slices.Contains(linking, function) {
		names = append(names, LinkKey)
	}
	for _, s := range Secrets() {
		if function == AllInOne || slices.Contains(s.Functions, function) {
			names = append(names, s.Name)
		}
	}
	return names
}

// LinkKey is the secret that seals the links of emails and signs the cookies of shunting links.
// The deployment makes it, as it makes the key of the origin.
const LinkKey = "link/key"

// linking are the functions that make or open links of emails, and the one that signs cookies.
var linking = []string{"send", "edm", Links, Redirects}

// signsIn reports a function that knows its callers by tokens.
func signsIn(function string) bool {
	return function != Webhook && function != Janitor && !slices.ContainsFunc(Consumers, func(c Consumer) bool { return c.Name == function })
}

// Table is a DynamoDB table with string keys pk and sk; a TTL attribute "ttl" when Expires.
type Table struct {
	Name    string
	Expires bool
}

// Tables by layer; the key prefix of a row names its module.
var Tables = []Table{
	{"platform", true},
	{"credit", false},
	{"payment", false},
	{"account", false},
	{"audience", true},
	{"campaign", true},
	{"audit", true},
}

// Bucket is an S3 bucket. Public uploads come by presigned POST, files leave by presigned GET.
type Bucket struct {
	Name       string
	ExpireDays int            // 0 keeps for ever
	Private    bool           // holds what customers gave us: encrypted under our own key
	Versioned  bool           // overwritten or deleted versions are kept KeepDays longer
	KeepDays   int            // of a version that is no longer current
	Prefixes   map[string]int // days that objects live whose names begin so
}

var Buckets = []Bucket{
	// p/ has files posted by presigned forms: used files are moved away at their first use, the rest is not needed.
	// i/ has files of recipients, kept as long as their messages; v/test/ has the sounds of trials of a voice
	// engine.
	{Name: "upload", Private: true, Versioned: true, KeepDays: 30, Prefixes: map[string]int{"p/": 1, "i/": 365, "v/test/": 1}},
	{Name: "file", Private: true, ExpireDays: 30},
	{Name: "web"},
}

// Environment of every function; values are set by the infrastructure (architecture §3).
//
//	HERALD_NAME                    prefix of tables: table t is <name>-<t>
//	HERALD_SECRETS                 SSM path of the secrets, with a trailing slash: those of SecretsOf
//	HERALD_ORIGIN_KEY              SSM name of origin/key where it is not under HERALD_SECRETS
//	HERALD_LINK_KEY                likewise of link/key
//	HERALD_AWS_DOMAIN              domain of the partition's services; empty for amazonaws.com
//	HERALD_PUBLIC_URL              origin of the console, without a trailing slash
//	HERALD_WS_ENDPOINT             management endpoint of the websocket stage (http…/_aws/execute-api/<id>/ws or https…)
//	HERALD_DNS_SERVER              name server that checks of domains ask; on AWS those of the machine
//	HERALD_TLS_SERVER              server that checks of domains ask for certificates; on AWS the platform's host
//	HERALD_TLS_ROOTS               authorities of those certificates, in PEM; on AWS those of the machine
//	HERALD_QUEUE_<NAME>            queue URL, per consumer
//	HERALD_BUCKET_<NAME>           bucket name, per bucket
//	HERALD_WECHATPAY_URL, …        the settings of the adapters, a point in their names as _
//
// of a process that serves everything also:
//
//	HERALD_SECRET_<NAME>           a secret itself: _AUTH_KEY, _WHATSAPP_TOKEN, …; then HERALD_SECRETS may be missing
//	HERALD_LISTEN, HERALD_STOP_SECONDS, HERALD_WORKERS
//	AWS_ENDPOINT_URL, or that of one service: _DYNAMODB, _SQS, _S3
