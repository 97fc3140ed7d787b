package main

import "herald/pkg/app/manifest"

// needs is what a function may touch; everything that is not named is refused to it.
type needs struct {
	tables  []string // read and written
	queues  []string // sent to; a consumer reads its own anyway
	buckets []string // read and written
	push    bool     // may send to websocket connections and close them
}

var (
	allTables  = []string{"platform", "credit", "account", "audience", "campaign", "audit"}
	allQueues  = []string{"send", "receipt", "job"}
	allBuckets = []string{"upload", "file"}

	// Sign-in, idempotency and settings are in platform; every changing call writes to audit.
	signedIn = []string{"platform", "audit"}
)

// grants says, function by function, what its rooms need (app.ATY and its like). The local cloud checks it on every call.
var grants = map[string]needs{
	"oauth":             {tables: signedIn, push: true},
	"pi":                {tables: with(signedIn, "credit"), queues: []string{"job"}, push: true},
	"aty":               {tables: with(signedIn, "credit", "audience", "campaign"), queues: []string{"job"}, buckets: allBuckets, push: true},
	"conf":              {tables: signedIn, queues: []string{"job"}},
	"lop":               {tables: signedIn, queues: []string{"job"}},
	"gc":                {tables: with(signedIn, "credit", "audience", "campaign"), queues: []string{"send", "job"}, buckets: allBuckets, push: true},
	"uf":                {tables: signedIn, buckets: allBuckets},
	"blacklistuserinfo": {tables: with(signedIn, "credit", "campaign"), push: true},
	"im":                {tables: signedIn, push: true},
	"kfsms":             {tables: with(signedIn, "campaign")},
	"bgo":               {tables: with(signedIn, "campaign")},
	"dmp":               {tables: with(signedIn, "credit", "campaign")},
	"sysuser":           {tables: with(signedIn, "credit", "campaign"), queues: []string{"job"}, push: true},
	"system":            {tables: signedIn, push: true, queues: []string{"job"}},
	"hook":              {tables: with(signedIn, "campaign"), queues: []string{"receipt"}},
	"send":              {tables: []string{"platform", "credit", "campaign"}, queues: []string{"send", "job"}, push: true},
	"receipt":           {tables: []string{"platform", "audience", "campaign"}, queues: allQueues, push: true},
	"job":               {tables: allTables, queues: allQueues, buckets: allBuckets, push: true},
	manifest.Sockets:    {tables: []string{"platform"}},
	manifest.Janitor:    {tables: allTables, queues: allQueues, buckets: allBuckets, push: true},
}

func with(tables []string, more ...string) []string {
	return append(append([]string{}, tables...), more...)
}

// needsOf a function that has no line is what every signed-in call needs, so that a new group fails in the first test
// through the gateway instead of silently owning everything.
func needsOf(function string) needs {
	if n, ok := grants[function]; ok {
		return n
	}
	return needs{tables: signedIn}
}
