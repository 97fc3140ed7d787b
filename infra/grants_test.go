package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Tables hold the rows of many modules: no function may touch one without the keys of its own rows.
func TestEveryGrantHasKeys(t *testing.T) {
	for name, n := range grants {
		for _, u := range n.rows {
			if len(u.keys) == 0 || slices.ContainsFunc(u.keys, func(key string) bool { return len(strings.Trim(key, "*?#")) < 1 }) {
				t.Errorf("%s does %q with any row of %s: %q", name, u.verbs, u.table, u.keys)
			}
		}
	}
	_, resources := synth(t, production())
	for id, r := range resources {
		var got struct {
			PolicyDocument struct {
				Statement []struct {
					Action    any
					Condition map[string]map[string]any
				}
			}
		}
		if r.Type != "AWS::IAM::Policy" || !strings.HasPrefix(id, "Role") {
			continue
		}
		if err := json.Unmarshal(r.Properties, &got); err != nil {
			t.Fatal(err)
		}
		for _, statement := range got.PolicyDocument.Statement {
			if strings.Contains(fmt.Sprint(statement.Action), "dynamodb:") &&
				statement.Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"] == nil {
				t.Errorf("%s: %v without keys", id, statement.Action)
			}
		}
	}
}

// Only certain functions may write rows that decide about money, consent and sending.
func TestOwnRowsAreWrittenByTheirOwnFunctions(t *testing.T) {
	for _, c := range []struct{ table, key, verbs, functions string }{
		{"platform", "DELETED#x", "p", "aty proxy sysuser"},
		{"platform", "DELETED#x", "udb", ""},
		{"account", "CNOTE#x", "pudb", "aty"},
		{"credit", "PRICE#x", "pudb", "aty call proxy"},
		{"credit", "FX#x", "pudb", "job pay"},
		{"credit", "SAAS#x", "pudb", "aty job pay pi proxy"},
		{"credit", "SAASO#x", "pudb", "aty job pay pi proxy"},
		{"credit", "USDTTX#x", "pudb", "job pay virtual"},
		{"credit", "PAID#x", "pudb", "aty job pay"},
		{"credit", "STREAK#x", "pudb", "pi"},
		{"platform", "DEAD#x", "pudb", "janitor system"},
		{"platform", "DEADBODY#x", "rpudb", "janitor system"},
		{"platform", "DEADCAUSE#x", "pudb", "build click file inbound janitor job receipt send system"},
		{"platform", "OPERATION", "pudb", "janitor"},
		{"platform", "STATUS", "pudb", "janitor"},
		{"platform", "INCIDENT", "pudb", "system"},
		{"credit", "FIX#x", "pudb", "aty pi proxy"},
		{"credit", "RECON#x", "pudb", "aty janitor job"},
		{"credit", "TX#x", "udb", ""},
		{"credit", "J#x", "udb", ""},
		{"campaign", "TPL#x", "pudb", "gc janitor job"},
		{"campaign", "TPLREF#x", "pudb", "gc janitor job"},
		{"campaign", "SENDER", "pudb", "gc inbound send"},
		{"campaign", "SENDERDAY", "pudb", "gc inbound send"},
		{"campaign", "ENGINE#x", "rpudb", "call job"},
		{"campaign", "L#voiceengine#x", "pudb", "call"},
		{"campaign", "PROVIDERACCOUNT", "pudb", "lop"},
		{"campaign", "PROVIDERKEY#whatsapp/token", "pudb", "lop"},
		{"campaign", "PROVIDERKEY#whatsapp/token", "r", "build job send"},
		{"campaign", "PROVIDERKEY#whatsapp/app-secret", "r", "hook"},
		{"campaign", "PROVIDERKEY#sms/twilio", "r", "hook job send"},
		{"campaign", "PROVIDERKEY#mail/smtp", "r", "hook send"},
		{"campaign", "PROVIDERKEY#partner/key", "r", "build channel hook janitor job kfsms"},
		{"campaign", "PROVIDERSTATE", "pu", "build lop send"},
		{"campaign", "L#channelnumber#x", "pu", "channel janitor job"},
		{"campaign", "VLANG", "pudb", "call"},
		{"campaign", "STAT#x", "pudb", "janitor job"},
		{"campaign", "CONV#x", "pudb", "gc janitor job send"},
		{"campaign", "CONV#x", "d", "gc"},
		{"campaign", "CONVID#x", "d", "gc"},
		{"platform", "VIEW#x", "p", "pi"},
		{"platform", "VIEW#x", "d", "pi"},
		{"audience", "CONSENT#x", "pu", "aty file inbound"},
		{"audience", "CONSENT#x", "db", ""},
		{"audience", "L#consent#x", "db", ""},
		{"audience", "X#x", "d", ""},
		{"audience", "XN#x", "db", ""},
		{"audit", "A#x", "udb", ""},
		{"platform", "TRY#x", "rpudb", "oauth pi"},
		{"platform", "ADDR#x", "rpudb", "oauth pi"},
	} {
		var may []string
		for name, n := range grants {
			if slices.ContainsFunc(n.rows, func(u use) bool {
				return u.table == c.table && strings.ContainsAny(u.verbs, c.verbs) &&
					slices.ContainsFunc(u.keys, func(key string) bool { return covers(key, c.key) })
			}) {
				may = append(may, name)
			}
		}
		slices.Sort(may)
		if got := strings.Join(may, " "); got != c.functions {
			t.Errorf("%s %s %s: %q, want %q", c.table, c.key, c.verbs, got, c.functions)
		}
	}
}

// The janitor takes dead letters, and system where staff wait for them. Neither may take anything else. The depth of queues and
// figures are read where they are shown or judged.
func TestFewFunctionsTakeDeadLetters(t *testing.T) {
	for name, n := range grants {
		if n.dead != (name == "janitor" || name == "system") || n.depths != (name == "janitor" || name == "dmp") ||
			n.figures != (name == "janitor" || name == "dmp") {
			t.Errorf("%s: dead letters %v, depths %v, figures %v", name, n.dead, n.depths, n.figures)
		}
	}
}
