package main

import "herald/pkg/app/manifest"

// needs is what a function may touch; everything that is not named is refused to it. The local cloud checks it on every
// call in make test, and so does AWS.
type needs struct {
	rows    []use
	queues  []string          // sent to; a consumer reads its own anyway
	buckets map[string]string // by name: letters of what is done with its objects, as in objectVerbs
	push    bool              // may send to websocket connections, and end them
}

// use is what is done with the rows of a table, by the first words of their partition keys; without keys it is any row.
type use struct {
	table string
	verbs string // letters, as in rowVerbs
	keys  []string
}

// rowVerbs by their letters. A batch writes and deletes alike and asks for neither's right, so that nobody has it on rows
// that must stay.
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

// What the rooms do with their rows. The keys stand at the top of each room's store.go.
var (
	// Every signed-in call: who calls, once for each Idempotency-Key, one line in the audit log if it changed something.
	request = of(on("platform", "r"), on("platform", "pu", "IDEM#*", "NONCE#*", "SESS#*"), on("audit", "p"))

	signing  = on("platform", "pud", "SESS#*", "TRY#*", "ADDR#*", "TICKET#*")
	users    = on("platform", "pud", "U#*", "LOGIN#*", "ADMINS", "LOCKING", "ROLE#*", "L#customer#*", "L#agent#*", "L#sysuser#*")
	roles    = on("platform", "pud", "ROLE#*", "L#role#*")
	notices  = on("platform", "pudb", "IM#*", "IMP#*", "IMR#*", "IMT#*", "IMDUE#*", "L#announcement#*", "L#notice#*")
	telling  = on("platform", "pu", "IM#*", "IMT#*")
	uploads  = on("platform", "pudb", "FILE#*", "FILEDUE*")
	avatars  = on("platform", "u", "FILE#*")
	exports  = on("platform", "pu", "EXPORT#*", "EXPORTWORK#*")
	exported = on("platform", "pudb", "EXPORT#*", "EXPORTWORK#*")
	sockets  = on("platform", "pudb", "SOCK*")

	// The ledger is written, never deleted: an account's row is replaced and marked, entries and journal are only added.
	accounts = of(on("credit", "rp"), on("credit", "u", "ACCT#*"))
	prices   = on("credit", "rpd", "PRICE#*")

	orders    = of(on("campaign", "rpu"), on("campaign", "d", "O#*", "ACTIVE#*", "L#order.*", "L#draft.*"))
	stocks    = on("campaign", "rpud", "STOCK*")
	contacts  = on("audience", "rpudb")
	held      = of(on("audience", "r"), on("audience", "pud", "C#*"))                    // a collection that an order is made of
	refused   = on("audience", "pudb", "X#*")                                            // the set of suppressed numbers, which whoever reads it may pack anew
	addressed = of(on("audience", "r"), refused, on("audience", "pu", "K#*"))            // and how often one was written to
	answered  = of(on("audience", "rpu"), on("audience", "db", "X*", "L#suppression#*")) // those who said stop
	locking   = of(accounts, orders, telling)                                            // what a lock freezes, pauses and tells
	receipts  = on("campaign", "b", "LOST#*")
	caller    = of(on("platform", "r", "SESS#*", "U#*", "ROLE#*", "TICKET#*", "CFG", "SOCK*"), on("platform", "u", "SESS#*"), on("platform", "d", "TICKET#*"))
)

// Buckets by what is done with them. Links are signed by a function and hold for what it may do itself.
var (
	lookedAt = map[string]string{"upload": "rpd", "file": "r"}
	written  = map[string]string{"upload": "rpd", "file": "rpd"}
)

// grants says, function by function, what its rooms need (app.ATY and its like).
var grants = map[string]needs{
	"oauth":             {rows: of(request, signing, users, sockets), push: true},
	"pi":                {rows: of(request, signing, users, avatars, exports, sockets, on("credit", "r")), queues: []string{"file"}, push: true},
	"aty":               {rows: of(request, users, uploads, exports, sockets, prices, contacts, locking), queues: []string{"job", "file"}, buckets: written, push: true},
	"conf":              {rows: of(request, exports, on("platform", "pud", "COUNTRY*")), queues: []string{"file"}},
	"lop":               {rows: of(request, exports, on("platform", "pu", "CFG")), queues: []string{"file"}},
	"gc":                {rows: of(request, uploads, exports, telling, sockets, accounts, orders, stocks, held, refused), queues: []string{"send", "job", "file"}, buckets: lookedAt, push: true},
	"uf":                {rows: of(request, uploads, exported), buckets: lookedAt},
	"blacklistuserinfo": {rows: of(request, users, sockets, locking), push: true},
	"im":                {rows: of(request, notices, sockets), push: true},
	"kfsms":             {rows: of(request, stocks)},
	"bgo":               {rows: of(request, stocks)},
	"dmp":               {rows: of(request, on("credit", "r"), on("campaign", "r"))},
	"sysuser":           {rows: of(request, users, exports, sockets, locking), queues: []string{"file"}, push: true},
	"system":            {rows: of(request, roles, exports, sockets, on("platform", "pud", "MENU", "DICT*", "LOV*"), on("audit", "r")), push: true, queues: []string{"file"}},
	manifest.Webhook:    {rows: on("platform", "r", "CFG"), queues: []string{"receipt", "inbound"}}, // it knows how long receipts are gathered, and passes them on
	"send":              {rows: of(on("platform", "r"), telling, sockets, accounts, orders, addressed), queues: []string{"send", "inbound", "job"}, push: true},
	"receipt":           {rows: of(on("platform", "r"), telling, sockets, orders, receipts), queues: []string{"send", "receipt", "job"}, push: true},
	"inbound":           {rows: of(on("platform", "r"), on("campaign", "r"), answered)},
	"job":               {rows: of(on("platform", "r"), uploads, telling, sockets, accounts, orders, stocks, held), queues: []string{"send", "receipt", "job"}, buckets: lookedAt, push: true},
	"file":              {rows: of(on("platform", "r"), uploads, exported, telling, sockets, contacts, on("credit", "r"), on("campaign", "r"), on("audit", "r")), queues: []string{"file"}, buckets: written, push: true},
	manifest.Sockets:    {rows: of(caller, sockets)},
	manifest.Janitor:    {rows: of(on("platform", "r"), uploads, exported, notices, sockets, accounts, orders, stocks, contacts, on("platform", "d", "LOCKING")), queues: []string{"send", "receipt", "job", "file"}, buckets: written, push: true},
}

// needsOf a function that has no line is what every signed-in call needs, so that a new group fails in the first test
// through the gateway instead of silently owning everything.
func needsOf(function string) needs {
	if n, ok := grants[function]; ok {
		return n
	}
	return needs{rows: request}
}
