package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// root is the repository, seen from this package.
const root = "../../.."

// cleaner is the package that sanitizes HTML from users.
const cleaner = "pkg/platform/notice/clean"

// htmlImporter is the package that reads HTML as a design of emails.
const htmlImporter = "pkg/campaign/emaildesign/htmlimport"

// watcher is the package that reads figures back from CloudWatch.
const watcher = "pkg/kit/metric/cloudwatch"

// clients are the packages that call a provider through the AWS SDK or another large client, with their adapters.
var clients = map[string]string{"pkg/provider/awssms/sdk": "pkg/provider/awssms", "pkg/provider/polly/sdk": "pkg/provider/polly",
	"pkg/provider/ses/sdk": "pkg/provider/ses", "pkg/provider/smtp/relay": "pkg/provider/smtp"}

// layers in import order: a package imports packages of lower layers only, and of its own as neighbours lists.
var layers = []string{"pkg/kit", "pkg/platform", "pkg/credit", "pkg/account", "pkg/audience", "pkg/campaign", "pkg/app", "functions"}

// neighbours lists what modules see of their own layer. A new line here is a decision.
var neighbours = map[string]string{
	"pkg/kit/auditlog":           "auth parallel store",
	"pkg/kit/auth":               "fault",
	"pkg/kit/catalogue":          "auditlog auth fault list store web",
	"pkg/kit/config":             "outbound",
	"pkg/kit/email":              "fault lazyregexp",
	"pkg/kit/job":                "fault i18n parallel store",
	"pkg/kit/list":               "auth store web",
	"pkg/kit/module":             "queue web",
	"pkg/kit/phone":              "fault",
	"pkg/kit/quota":              "clock store",
	"pkg/kit/spf":                "dns",
	"pkg/kit/push":               "parallel store",
	"pkg/kit/sheet":              "fault",
	"pkg/kit/metric/cloudwatch":  "metric",
	"pkg/kit/sheet/excel":        "sheet",
	"pkg/kit/sns":                "clock lazyregexp outbound",
	"pkg/kit/store":              "fault id parallel plain",
	"pkg/kit/queue":              "parallel store",
	"pkg/kit/queue/wire":         "queue",
	"pkg/kit/blob/pgblob":        "blob clock i18n postgres",
	"pkg/kit/push/pgpush":        "postgres",
	"pkg/kit/queue/pgqueue":      "postgres queue store",
	"pkg/kit/store/wire":         "store",
	"pkg/kit/store/pgstore":      "postgres store",
	"pkg/app/console":            "pageheaders",
	"pkg/kit/wav":                "fault",
	"pkg/kit/webpage":            "i18n",
	"pkg/kit/web":                "auditlog auth clock fault i18n id money lazyregexp store",
	"pkg/platform/country":       "export",
	"pkg/platform/dict":          "export",
	"pkg/platform/lov":           "export",
	"pkg/platform/appkey":        "role user",
	"pkg/platform/audit":         "export user",
	"pkg/platform/session":       "role session/resetmail setting user",
	"pkg/platform/setting":       "country export",
	"pkg/platform/upload":        "setting",
	"pkg/platform/stafflimit":    "setting",
	"pkg/platform/notice":        "setting",
	"pkg/platform/sysuser":       "export role user",
	"pkg/platform/user":          "role",
	"pkg/credit/lowbalance":      "ledger",
	"pkg/credit/reconcile":       "ledger topup",
	"pkg/credit/saas":            "ledger price topup",
	"pkg/credit/topup":           "exchange ledger",
	"pkg/credit/usdt":            "exchange ledger",
	"pkg/account/agent":          "customer",
	"pkg/account/balancereport":  "customer",
	"pkg/audience/consent":       "contact suppression",
	"pkg/audience/screening":     "contact riskgroup",
	"pkg/audience/riskgroup":     "contact",
	"pkg/audience/suppression":   "contact riskgroup",
	"pkg/audience/saleschannel":  "saleschannel/funnel",
	"pkg/audience/visitor":       "saleschannel saleschannel/funnel",
	"pkg/audience/lead":          "saleschannel saleschannel/funnel visitor",
	"pkg/audience/lead/form":     "lead saleschannel visitor",
	"pkg/campaign/voice":         "allowance",
	"pkg/campaign/numberbatch":   "dealer resource",
	"pkg/campaign/emailsender":   "domain sender",
	"pkg/campaign/subjectreport": "allowance dispatch dispatch/chunkrow",
	"pkg/campaign/dispatch": "dispatch/chunkrow dispatch/gate dispatch/inbound dispatch/plan dispatch/ratecontrol dispatch/receipt " +
		"dispatch/recipientindex emaillink/linkactivity order sender",
	"pkg/campaign/dispatch/chunkrow":       "order",
	"pkg/campaign/dispatch/gate":           "order",
	"pkg/campaign/dispatch/inbound":        "dispatch/chunkrow dispatch/receipt dispatch/recipientindex order webhook",
	"pkg/campaign/dispatch/plan":           "dispatch/chunkrow dispatch/recipientindex order",
	"pkg/campaign/dispatch/ratecontrol":    "dispatch/chunkrow",
	"pkg/campaign/dispatch/receipt":        "dispatch/chunkrow order webhook",
	"pkg/campaign/dispatch/recipientindex": "dispatch/chunkrow order",
	"pkg/campaign/emaildesign/clean":       "emaildesign",
	"pkg/campaign/emaildesign/htmlimport":  "emaildesign emaildesign/clean",
	"pkg/campaign/emailtemplate":           "emaildesign",
	"pkg/campaign/emaillink":               "order",
	"pkg/campaign/emaillink/linkpage":      "emaillink",
	"pkg/campaign/emaillink/linkactivity":  "dispatch/chunkrow emaillink order webhook",
	"pkg/campaign/comment":                 "comment/platform commentitem commenttemplate order orderkind",
	"pkg/campaign/commentitem":             "order review",
	"pkg/campaign/commenttemplate":         "comment/platform review",
	"pkg/campaign/shunt":                   "domain shunt/click",
	"pkg/campaign/shunt/redirect":          "domain shunt shunt/click",
	"pkg/campaign/inbox":                   "dispatch/inbound template webhook",
	"pkg/campaign/groupbuild":              "order webhook",
	"pkg/campaign/order":                   "allowance review stock template",
	"pkg/campaign/orderkind":               "dispatch groupbuild order webhook",
	"pkg/campaign/report":                  "order",
	"pkg/campaign/sender":                  "webhook",
	"pkg/campaign/template":                "review webhook",
}

// parts are plain data: the files in the folders of modules and adapters, and the parts list of the system, which reads them. They
// import nothing else, so any package may read them (testkit does, and the CDK app).
var parts = []string{"pkg/app/manifest", "pkg"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

// packages of the product by path within the repository, with their imports of the repository.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	c := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	c.Dir = root
	var stderr bytes.Buffer
	c.Stderr = &stderr
	text, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	out := map[string][]string{}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, "herald/")
		if strings.Contains(name, "node_modules/") {
			continue
		}
		out[name] = []string{}
		for _, i := range p.Imports {
			if ours, ok := strings.CutPrefix(i, "herald/"); ok {
				out[name] = append(out[name], ours)
			}
		}
	}
	if len(out["pkg/app"]) == 0 {
		t.Fatal("go list knows no pkg/app")
	}
	return out
}

func within(name, layer string) bool {
	return name == layer || strings.HasPrefix(name, layer+"/")
}

func rank(name string) int {
	return slices.IndexFunc(layers, func(d string) bool { return within(name, d) })
}

// importRule gives the reason why from may not import to; "" when it may.
func importRule(from, to string) string {
	adapter := within(to, "pkg/provider") && to != "pkg/provider" && to != "pkg/provider/rate"
	switch {
	case slices.Contains(parts, to):
		return ""
	case within(from, "internal"), within(from, "tools"): // test support joins the product with the simulators; generators read it
		return ""
	case within(to, "internal"), within(to, "tools"):
		return "only tests import test support and generators"
	case within(from, "localstack") || within(from, "bench"):
		return outside(from, to)
	case within(to, "localstack"):
		return "the product does not know what stands around it"
	case within(from, "pkg/provider"):
		if to == "pkg/provider" || within(to, "pkg/kit") || clients[from] == to {
			return ""
		}
		return "provider imports kit only"
	case within(from, "functions"):
		if to == "pkg/app" || to == "pkg/kit/sheet/excel" || to == cleaner || to == htmlImporter || to == watcher ||
			clients[to] != "" ||
			from == "functions/all" && to == "pkg/app/container" {
			return ""
		}
		return "a function is app and nothing else, but for the parts that only some carry"
	case within(from, "pkg") && from != "pkg/app/container" && to == "pkg/kit/sheet/excel":
		return "functions choose whether they carry the engine of spreadsheets"
	case within(from, "pkg") && from != "pkg/app/container" && to == cleaner:
		return "functions choose whether they carry the cleaner of HTML"
	case from == "pkg/app/container" && clients[to] != "":
		return ""
	case clients[to] != "":
		return "functions choose whether they carry an SDK's client"
	case adapter && from != "pkg/app":
		return "only app knows an adapter"
	case within(to, "pkg/provider"):
		if within(from, "pkg/kit") || within(from, "pkg/platform") || within(from, "pkg/account") {
			return "only credit, audience, campaign and app see the ports"
		}
		return ""
	case rank(to) < 0 || rank(from) < 0:
		return "no layer"
	case rank(to) > rank(from):
		return "a higher layer"
	case rank(to) == rank(from) && from != "pkg/app/container":
		own := strings.TrimPrefix(to, layers[rank(to)]+"/")
		if !slices.Contains(strings.Fields(neighbours[from]), own) {
			return "a module of its own layer that is not listed"
		}
	}
	return ""
}

// outside is the import rule of the simulators: they stand for external systems, and must not import the product.
func outside(from, to string) string {
	if within(from, "localstack/simulators") && !within(to, "localstack/simulators") {
		return "a simulator knows nothing of the product"
	}
	return ""
}

// neighbourOfKind tells whether an order kind imports a package of its layer that is no kind. An order kind is what imports
// orderkind. It may use the whole layer, so that a new kind needs no line in neighbours.
func neighbourOfKind(all map[string][]string, from, to string) bool {
	const layer = "pkg/campaign"
	kind := func(name string) bool { return within(name, layer) && slices.Contains(all[name], layer+"/orderkind") }
	return kind(from) && within(to, layer) && !kind(to)
}

func TestImportRules(t *testing.T) {
	all := packages(t)
	for from, imports := range all {
		for _, to := range imports {
			if why := importRule(from, to); why != "" && !neighbourOfKind(all, from, to) {
				t.Errorf("%s imports %s: %s", from, to, why)
			}
		}
	}
	for from, list := range neighbours {
		imports, ok := all[from]
		if !ok {
			t.Errorf("neighbours lists %s, which is gone", from)
		}
		for _, own := range strings.Fields(list) {
			if d := layers[max(0, rank(from))]; !slices.Contains(imports, d+"/"+own) {
				t.Errorf("neighbours lists %s for %s, which does not import it", own, from)
			}
		}
	}
	for _, name := range parts {
		if slices.ContainsFunc(all[name], func(to string) bool { return to != "pkg" }) {
			t.Errorf("%s imports %v: it is data", name, all[name])
		}
	}
}

// Test support is not part of what is shipped; the tools of the local cloud run tests and may use it.
func TestSupportIsForTests(t *testing.T) {
	support := func(name string) bool { return strings.HasSuffix(name, "testkit") || strings.HasSuffix(name, "test") }
	for from, imports := range packages(t) {
		for _, to := range imports {
			if support(to) && !support(from) && !within(from, "localstack") {
				t.Errorf("%s imports %s", from, to)
			}
		}
	}
}

// Negative control: each import rule refuses an import.
func TestImportRulesRefuse(t *testing.T) {
	for _, edge := range []string{
		"pkg/kit/store pkg/platform/user", "pkg/platform/user pkg/credit/ledger", "pkg/credit/ledger pkg/account/customer",
		"pkg/account/customer pkg/audience/contact",
		"pkg/audience/contact pkg/campaign/bulk", "pkg/campaign/bulk pkg/app", "pkg/campaign/bulk pkg/provider/whatsapp",
		"pkg/platform/user pkg/provider",
		"pkg/provider/whatsapp pkg/campaign/order", "pkg/provider/whatsapp pkg/provider/rate", "pkg/app pkg/provider/awssms/sdk",
		"pkg/provider/twilio pkg/provider/awssms", "functions/gc pkg/campaign/bulk", "pkg/campaign/order pkg/campaign/bulk",
		"pkg/platform/role pkg/platform/session", "localstack/simulators/whatsapp pkg/provider/whatsapp", "pkg/app localstack/numbers",
	} {
		from, to, _ := strings.Cut(edge, " ")
		if importRule(from, to) == "" {
			t.Errorf("nothing keeps %s from importing %s", from, to)
		}
	}
	all := map[string][]string{"pkg/campaign/bulk": {"pkg/campaign/orderkind"}, "pkg/campaign/call": {"pkg/campaign/orderkind"}}
	if !neighbourOfKind(all, "pkg/campaign/bulk", "pkg/campaign/order") || neighbourOfKind(all, "pkg/campaign/bulk", "pkg/campaign/call") ||
		neighbourOfKind(all, "pkg/campaign/dispatch", "pkg/campaign/order") {
		t.Error("an order kind may import its layer except other kinds")
	}
	for _, edge := range []string{"pkg/campaign/bulk pkg/provider", "pkg/app pkg/provider/whatsapp", "functions/gc pkg/app",
		"pkg/campaign/bulk pkg/credit/ledger"} {
		from, to, _ := strings.Cut(edge, " ")
		if why := importRule(from, to); why != "" {
			t.Errorf("%s may not import %s: %s", from, to, why)
		}
	}
}
