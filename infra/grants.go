package main

import "herald/pkg/app/manifest"

// needs is what a function may touch; everything that is not named is refused to it.
type needs struct {
	tables  []string // read and written
	queues  []string // sent to; a consumer reads its own anyway
	buckets []string // read and written
	secrets []string // read, below Settings.Secrets
	push    bool     // may send to websocket connections
}

var (
	allTables = []string{"platform", "credit", "account", "audience", "campaign", "audit"}
	allQueues = []string{"send", "receipt", "job"}
	signedIn  = []string{"auth/key"}
	whatsApp  = []string{"auth/key", "whatsapp/token", "whatsapp/app-secret", "whatsapp/verify-token"}
)

// grants says, function by function, what its rooms need. A route group of an unknown name gets only what every
// signed-in call needs, so that a new group fails loudly in the deployed test instead of silently owning everything.
var grants = map[string]needs{
	"oauth":             {tables: []string{"platform", "account", "audit"}, secrets: signedIn},
	"pi":                {tables: []string{"platform", "credit", "account", "audit"}, buckets: []string{"upload", "file"}, secrets: signedIn},
	"aty":               {tables: []string{"platform", "credit", "account", "audience", "campaign", "audit"}, queues: []string{"job"}, buckets: []string{"upload", "file"}, secrets: signedIn},
	"conf":              {tables: []string{"platform", "account", "audit"}, secrets: signedIn},
	"lop":               {tables: []string{"platform", "account", "audit"}, secrets: signedIn},
	"gc":                {tables: allTables, queues: []string{"send", "job"}, buckets: []string{"upload", "file"}, secrets: whatsApp, push: true},
	"uf":                {tables: []string{"platform", "account", "audit"}, buckets: []string{"upload", "file"}, secrets: signedIn},
	"blacklistuserinfo": {tables: []string{"platform", "account", "campaign", "audit"}, queues: []string{"job"}, secrets: signedIn, push: true},
	"system":            {tables: []string{"platform", "account", "audit"}, secrets: signedIn},
	"hook":              {tables: []string{"platform", "campaign", "audit"}, queues: []string{"receipt"}, secrets: whatsApp},
	"send":              {tables: []string{"platform", "credit", "account", "audience", "campaign"}, queues: []string{"send", "job"}, buckets: []string{"upload"}, secrets: whatsApp, push: true},
	"receipt":           {tables: []string{"platform", "audience", "campaign"}, queues: allQueues, secrets: whatsApp, push: true},
	"job":               {tables: allTables, queues: allQueues, buckets: []string{"upload", "file"}, secrets: whatsApp, push: true},
	manifest.Sockets:    {tables: []string{"platform", "account"}, secrets: signedIn, push: true},
	manifest.Janitor:    {tables: allTables, queues: allQueues, buckets: []string{"file"}, secrets: whatsApp, push: true},
}

func needsOf(function string) needs {
	if n, ok := grants[function]; ok {
		return n
	}
	return needs{tables: []string{"platform", "account", "audit"}, secrets: signedIn}
}
