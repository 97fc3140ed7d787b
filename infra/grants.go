package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	parts "herald/pkg"
	"herald/pkg/app/manifest"
)

// needs is what a function may touch; everything that is not named is refused to it. The local cloud checks it on every
// call in make test, and so does AWS.
type needs struct {
	rows    []use
	queues  []string          // sent to; a consumer reads its own anyway
	dead    bool              // takes the dead letters of all queues
	depths  bool              // reads how much all queues hold
	figures bool              // reads figures that functions and queues left in CloudWatch
	buckets map[string]string // by name: letters of the operations on its objects, as in objectVerbs
	push    bool              // may send to websocket connections, and end them
}

// use is what is done with the rows of a table, by the first words of their partition keys.
type use struct {
	table string
	verbs string // verbs, as in rowVerbs
	keys  []string
}

// rowVerbs are operations by their letters. A batch writes and deletes alike and needs the right to neither. So no
// function may batch on rows that must stay.
var rowVerbs = map[rune][]string{
	'r': {"dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:ConditionCheckItem"},
	'p': {"dynamodb:PutItem"},
	'u': {"dynamodb:UpdateItem"},
	'd': {"dynamodb:DeleteItem"},
	'b': {"dynamodb:BatchWriteItem"},
}

var objectVerbs = map[rune]string{'r': "s3:GetObject", 'p': "s3:PutObject", 'd': "s3:DeleteObject"}

func on(table, verbs string, keys ...string) []use { return []use{{table, verbs, keys}} }

func of(parts ...[]use) (all []use) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// moduleUses are the row sets that modules declare, by name; moduleNeeds are the needs of functions that modules
// declare. A line of a needs.tsv is a set, its table, letters of the operations on its rows, their keys (without:
// what readable gives, for lines that read alone), and the functions that hold it beside those that grants names; or
// the word queue, a queue or * for all, a letter of ofQueue, and the functions that do so. So the needs of a new module stand beside its
// store.go, where the keys are.
var moduleUses, moduleNeeds = func() (map[string][]use, map[string]needs) {
	sets, by := map[string][]use{}, map[string]needs{}
	for _, room := range parts.ModuleFiles() {
		text, err := fs.ReadFile(room, "needs.tsv")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			panic(err) // the file is part of the program
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			f := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "")
			if len(f) < 5 || len(f) > 6 {
				panic(fmt.Sprintf("grants: a needs.tsv is damaged at %q", line))
			}
			u := use{f[1], f[2], strings.Fields(f[3])}
			if f[0] != "queue" {
				sets[f[0]] = append(sets[f[0]], u)
			}
			for _, function := range strings.Fields(f[4]) {
				n := by[function]
				if f[0] == "queue" {
					n.ofQueue(f[1], f[2])
				} else {
					n.rows = append(n.rows, u)
				}
				by[function] = n
			}
		}
	}
	for _, secret := range manifest.SealedSecrets() { // who reads a secret of an adapter reads what staff wrote in its place
		for _, function := range manifest.SecretReaders(secret) {
			n := by[function]
			n.rows = append(n.rows, use{"campaign", "r", []string{"PROVIDERKEY#" + secret}})
			by[function] = n
		}
	}
	for _, uses := range sets {
		complete(sets, uses)
	}
	for _, n := range by {
		complete(sets, n.rows)
	}
	return sets, by
}()

// ofQueue adds a line about a queue, or about all of them (*): s sends to it, c takes its dead letters, a reads how much it holds, w
// its figures.
func (n *needs) ofQueue(name, letter string) {
	switch {
	case letter == "c" && name == "*":
		n.dead = true
	case letter == "a" && name == "*":
		n.depths = true
	case letter == "w" && name == "*":
		n.figures = true
	case letter == "s" && name == "*":
		for _, c := range manifest.Consumers {
			n.queues = append(n.queues, c.Name)
		}
	case letter == "s":
		n.queues = append(n.queues, name)
	default:
		panic(fmt.Sprintf("grants: %q of the queue %s", letter, name))
	}
}

// complete gives uses without keys those of readable. A table holds the rows of many modules, so that nothing else goes without keys.
func complete(sets map[string][]use, uses []use) {
	for i, u := range uses {
		if len(u.keys) > 0 {
			continue
		}
		if u.verbs != "r" {
			panic(fmt.Sprintf("grants: %q of the table %s without keys", u.verbs, u.table))
		}
		uses[i].keys = readable(sets, u.table)
	}
}

// more are keys of what many functions write, beside those that modules name; secret are keys that their own functions alone read:
// messages that queues gave up, counters of wrong passwords, tickets, and the keys of voice engines and of accounts at providers.
var (
	more   = map[string][]string{"platform": {"IDEM#*", "NONCE#*"}, "audit": {"A#*", "T#*", "O#*"}}
	secret = []string{"DEADBODY#*", "TRY#*", "ADDR#*", "TICKET#*", "STEP#*", "TFA#*", "RESET#*", "ENGINE#*", "PROVIDERKEY#*"}
)

// readable are the keys of all rows of a table that modules name, without the secret ones.
func readable(sets map[string][]use, table string) []string {
	all := slices.Clone(more[table])
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		for _, u := range sets[name] {
			if u.table == table {
				all = append(all, u.keys...)
			}
		}
	}
	return slices.DeleteFunc(shortest(all), func(key string) bool { return slices.Contains(secret, key) })
}

// covers reports whether a pattern matches what another one matches.
func covers(pattern, other string) bool {
	prefix, open := strings.CutSuffix(pattern, "*")
	return pattern == other || open && strings.HasPrefix(other, prefix)
}

// reads is reading what is readable of tables.
func reads(tables ...string) (all []use) {
	for _, table := range tables {
		all = append(all, use{table, "r", readable(moduleUses, table)})
	}
	return all
}

// set is the rows of sets, in this order.
func set(names ...string) (all []use) {
	for _, name := range names {
		if moduleUses[name] == nil {
			panic("grants: no room brings " + name)
		}
		all = append(all, moduleUses[name]...)
	}
	return all
}

// one is the rows of sets of one table with the same letters as one statement, for a policy has a largest size.
func one(names ...string) []use {
	all := set(names...)
	for _, u := range all[1:] {
		if u.table != all[0].table || u.verbs != all[0].verbs {
			panic("grants: not alike: " + strings.Join(names, ", "))
		}
		all[0].keys = slices.Concat(all[0].keys, u.keys)
	}
	return all[:1]
}

// Sets that many functions need, with any modules.
var (
	// Every signed-in call: who calls, once for each Idempotency-Key, one line in the audit log if it changed something.
	request = of(reads("platform"), on("platform", "pu", "IDEM#*", "NONCE#*", "SESS#*"), on("audit", "p", more["audit"]...))
	// Opening a websocket.
	caller = of(on("platform", "r", "SESS#*", "U#*", "ROLE#*", "TICKET#*", "CFG", "SOCK*"), on("platform", "u", "SESS#*"),
		on("platform", "d", "TICKET#*"))
	// Rows that a lock freezes, pauses and notifies.
	locking = set("accounts", "orders", "telling")
)

// Buckets by the operations on them. Links are signed by a function and permit only its own operations.
var (
	lookedAt = map[string]string{"upload": "rpd", "file": "r"}
	written  = map[string]string{"upload": "rpd", "file": "rpd"}
)

// grants are the needs of each function's modules (app.ATY and the like), with the needs that modules declare.
var grants = with(moduleNeeds, map[string]needs{
	"oauth": {rows: of(request, set("signing", "users", "sockets", "telling")), push: true},
	"pi":    {rows: of(request, set("signing", "users", "avatars", "exports", "sockets", "telling")), push: true},
	"aty": {rows: of(request, set("users", "uploads", "exports", "sockets", "prices", "contacts"), locking), buckets: written,
		push: true},
	"proxy":   {rows: of(request, set("users", "exports", "sockets", "prices", "accounts", "telling")), push: true},
	"conf":    {rows: of(request, set("exports"))},
	"pay":     {rows: of(request, set("exports", "rates", "sockets", "accounts", "telling")), push: true},
	"virtual": {rows: of(request, set("exports", "sockets", "accounts", "telling")), push: true},
	"lop":     {rows: of(request, set("exports"))},
	"gc": {rows: of(request, set("uploads", "exports", "telling", "sockets", "accounts", "orders", "stocks", "held")),
		buckets: lookedAt, push: true},
	"uf":                {rows: of(request, set("uploads", "exported")), buckets: lookedAt},
	"blacklistuserinfo": {rows: of(request, set("users", "sockets"), locking), push: true},
	"im":                {rows: of(request, set("notices", "sockets")), push: true},
	"kfsms":             {rows: of(request, set("stocks", "uploads", "exports", "sockets")), buckets: lookedAt, push: true},
	"bgo": {rows: of(request, set("uploads", "exports", "telling", "sockets", "accounts", "orders", "stocks", "held"),
		reads("account")), buckets: lookedAt, push: true},
	"build": {rows: of(reads("platform"), set("telling", "sockets", "accounts", "orders", "stocks", "held"), reads("account")),
		buckets: map[string]string{"upload": "r"}, push: true},
	"call": {rows: of(request, set("uploads", "exports", "prices", "telling", "sockets", "accounts", "orders", "stocks", "held")),
		buckets: lookedAt, push: true},
	"edm": {rows: of(request, set("uploads", "exports", "telling", "sockets", "accounts", "orders", "stocks", "held")),
		buckets: lookedAt, push: true},
	"domain": {rows: of(request, set("exports", "sockets")), push: true},
	"comment": {rows: of(request, set("uploads", "exports", "telling", "sockets", "accounts", "orders", "held")),
		buckets: lookedAt, push: true},
	"shunt": {rows: of(request, set("uploads", "exports", "sockets")), buckets: lookedAt, push: true},
	"channel": {rows: of(request, set("users", "uploads", "exports", "sockets", "telling", "accounts", "orders", "stocks"),
		reads("credit")), push: true},
	"dmp":     {rows: of(request, set("exports"), reads("credit", "campaign", "payment"))},
	"sysuser": {rows: of(request, set("users", "exports", "sockets"), locking), push: true},
	"system": {rows: of(request, set("roles", "exports", "sockets"), one("menu", "dictionaries", "pickers"), reads("audit")),
		push: true},
	// it knows how long receipts are gathered, and passes them on
	manifest.Webhook: {rows: on("platform", "r", "CFG"), buckets: map[string]string{"upload": "r"}},
	// it names the company of a link and knows how long events are gathered
	manifest.Links: {rows: on("platform", "r", "CFG", "U#*")},
	// they know no one but that an owner was deleted: the keys of their other rows stand in needs.tsv
	manifest.Redirects: {rows: on("platform", "r", "CFG", "DELETED#*")},
	"click":            {rows: on("platform", "r", "CFG")},
	"send":             {rows: of(reads("platform"), set("telling", "sockets", "accounts", "orders", "held")), push: true},
	"receipt":          {rows: of(reads("platform"), set("telling", "sockets", "orders")), push: true},
	"inbound":          {rows: of(reads("platform", "campaign"))},
	"job": {rows: of(reads("platform"), set("uploads", "telling", "sockets", "accounts", "orders", "stocks", "held")),
		buckets: lookedAt, push: true},
	"file": {rows: of(reads("platform"), set("uploads", "exported", "telling", "sockets", "contacts"),
		reads("credit", "campaign", "audit")), buckets: written, push: true},
	manifest.Sockets: {rows: of(caller, set("sockets"))},
	manifest.Janitor: {rows: of(reads("platform"),
		set("uploads", "exported", "notices", "sockets", "accounts", "orders", "stocks", "contacts")), buckets: written, push: true},
})

// with adds what modules bring. Queues stand in the order of their consumers.
func with(brought, grants map[string]needs) map[string]needs {
	for function, b := range brought {
		n, ok := grants[function]
		if !ok {
			panic("grants: a needs.tsv names " + function + ", which does not exist")
		}
		n.rows = of(n.rows, b.rows)
		n.dead, n.depths, n.figures = b.dead, b.depths, b.figures
		for _, c := range manifest.Consumers {
			if slices.Contains(b.queues, c.Name) {
				n.queues = append(n.queues, c.Name)
			}
		}
		grants[function] = n
	}
	for function, n := range grants {
		n.rows = together(together(n.rows, "r"), "b")
		grants[function] = n
	}
	return grants
}

// together puts all keys of a letter into one statement for each table: a batch touches rows of several sets, and AWS wants one statement
// that allows all of its keys.
func together(rows []use, letter string) []use {
	keys := map[string][]string{}
	var out []use
	for _, u := range rows {
		if strings.Contains(u.verbs, letter) {
			keys[u.table] = append(keys[u.table], u.keys...)
			u.verbs = strings.ReplaceAll(u.verbs, letter, "")
		}
		if u.verbs != "" {
			out = append(out, u)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(keys)) {
		out = append(out, use{table, letter, shortest(keys[table])})
	}
	return out
}

// shortest are keys without those that others cover.
func shortest(keys []string) (out []string) {
	all := slices.Clone(keys)
	slices.Sort(all) // a shorter one stands before those that it covers
	for _, key := range slices.Compact(all) {
		if !slices.ContainsFunc(out, func(has string) bool { return covers(has, key) }) {
			out = append(out, key)
		}
	}
	return out
}

// needsOf a function that has no line is what every signed-in call needs, so that a new group fails in the first test
// through the gateway instead of silently owning everything.
func needsOf(function string) needs {
	if n, ok := grants[function]; ok {
		return n
	}
	return needs{rows: request}
}
