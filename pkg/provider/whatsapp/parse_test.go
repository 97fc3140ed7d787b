package whatsapp_test

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herald/pkg/provider"
)

// FuzzParse: Parse answers any input and does not panic.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, `{`, `{}`, `{"entry":[]}`, ` { "entry" : [ { "changes" : [ ] } ] } `,
		`{"entry":[{"changes":[{"field":"messages","value":{"statuses":[{}]}}]}]}`,
		`{"entry":[{"changes":[{"value":{"statuses":[{"id":"a\"]}","status":"sent"},{"id":"b\\"},1,"x",null,[]]},"field":"messages"}]}]}`,
		`{"entry":[{"changes":[{"field":"messages","value":{"messages":[{"from":"1","text":{"body":"\ud83d\ude00"}}]}}]}]}x`,
		`{"entry":[{"changes":[{"field":"messages","value":{"statuses":[{"errors":[{"code":"131026"}],"status":"failed"}]`,
		`{"entry":[{"changes":[{"field":"messages"}]},7]}`, `{"entry":[{"changes":[{"field":"messages","value":`, `{"a":"\"`,
		`{"entry":[{"changes":[{"value":}]}]}`,
	} {
		f.Add([]byte(seed))
	}
	a := mustNew(f, config("http://unused"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if ev, err := a.Parse(context.Background(), &provider.Callback{Body: body}); err != nil &&
			(ev.Receipts != nil || ev.Inbound != nil || ev.Unknown != 0) {
			t.Errorf("%v, and yet %+v", err, ev)
		}
	})
}

// Output of an encoder is read back exactly, with any strings, spaces, order of fields and unknown fields.
func TestParseReadsWhatWasWritten(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	words := map[string]provider.ReceiptState{"sent": provider.ReceiptSent, "delivered": provider.ReceiptArrived,
		"read": provider.ReceiptRead, "failed": provider.ReceiptFailed}
	junk := rapid.SampledFrom([]any{nil, true, 1.5, "}]\"\\", []any{"]", map[string]any{"}": "{"}},
		map[string]any{"status": "read", "id": "x"}})
	rapid.Check(t, func(rt *rapid.T) {
		var want []provider.Receipt
		var statuses []any
		for range rapid.IntRange(0, 5).Draw(rt, "statuses") {
			word := rapid.SampledFrom([]string{"sent", "delivered", "read", "failed"}).Draw(rt, "status")
			at := rapid.Int64Range(1, 1_772_625_600).Draw(rt, "time")
			r := provider.Receipt{Reference: rapid.String().Draw(rt, "reference"), ProviderID: rapid.String().Draw(rt, "id"), State: words[word],
				At: time.Unix(at, 0).UTC()}
			s := map[string]any{"id": r.ProviderID, "biz_opaque_callback_data": r.Reference, "status": word, "timestamp": at,
				"a": junk.Draw(rt, "a"), "z": junk.Draw(rt, "z")}
			if word == "failed" {
				r.Code = 131026
				s["errors"] = []any{map[string]any{"title": "]", "code": r.Code}}
			}
			statuses, want = append(statuses, s), append(want, r)
		}
		hook := map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "1", "changes": []any{
			map[string]any{"field": "messages", "value": map[string]any{"contacts": junk.Draw(rt, "contacts"),
				"statuses": append([]any{}, statuses...)}}}}}}
		var body []byte
		var err error
		if rapid.Bool().Draw(rt, "indented") {
			body, err = json.MarshalIndent(hook, "\r\n", "\t ")
		} else {
			body, err = json.Marshal(hook)
		}
		if err != nil {
			rt.Fatal(err)
		}
		ev, err := a.Parse(context.Background(), &provider.Callback{Body: body})
		if err != nil || !reflect.DeepEqual(ev.Receipts, want) {
			rt.Fatalf("%v\n%+v\nwant\n%+v\nof %s", err, ev.Receipts, want, body)
		}
		if _, err := a.Parse(context.Background(), &provider.Callback{Body: body[:len(body)-1]}); err == nil {
			rt.Fatal("a cut body was read")
		}
	})
}

// An item of entries or changes that is no object does not lose the receipts beside it.
func TestParsePassesOverItemsThatAreNone(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	const change = `{"field":"messages","value":{"statuses":[{"id":"wamid.1","status":"read","timestamp":"1700000000","biz_opaque_callback_data":"r"}]}}`
	for _, odd := range []string{`null`, `"x"`, `5`, `[]`, `[{"changes":[]}]`, `true`} {
		for _, list := range []string{odd + `,{"changes":[` + change + `]}`, `{"changes":[` + change + `]},` + odd,
			`{"changes":[` + odd + `,` + change + `]}`, `{"changes":[` + change + `,` + odd + `]}`} {
			ev, err := a.Parse(context.Background(),
				&provider.Callback{Body: []byte(`{"object":"whatsapp_business_account","entry":[` + list + `]}`)})
			if err != nil || len(ev.Receipts) != 1 || ev.Unknown != 1 {
				t.Errorf("%s: %d receipts, %d unknown, %v", list, len(ev.Receipts), ev.Unknown, err)
			}
		}
	}
}
