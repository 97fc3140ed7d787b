package ordertest

import (
	"context"
	"time"

	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emailsender"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// emailSenders are the senders of emails as a process knows them.
func emailSenders(db store.DB, settings *setting.Store, newID func(context.Context) string) *emailsender.Service {
	return &emailsender.Service{DB: db, Domains: &domain.Service{DB: db, Now: time.Now}, Settings: settings, Now: time.Now, NewID: newID,
		Accounts: &sender.Store{DB: db, Now: time.Now}}
}

// emailLinks make the links of emails.
func emailLinks() *emaillink.Service {
	sealer, err := emaillink.NewSealer([][]byte{[]byte("a link key of the tests, 32 bytes")})
	if err != nil {
		panic(err)
	}
	return &emaillink.Service{Sealer: sealer, Public: "https://herald.test"}
}

// VerifiedDomain writes the row of a domain of the customer that emails can be sent from, as a check over DNS leaves it; false: as a check
// leaves it that finds no records any more.
func (w *Pipeline) VerifiedDomain(id string, sending bool) {
	owner, state := w.Principal().Owner(), domain.Verified
	if !sending {
		state = domain.Failing
	}
	row := struct {
		domain.Domain
		Owner   auth.Owner `dynamodbav:"o"`
		Version int64      `dynamodbav:"v"`
		Account string     `dynamodbav:"ac"`
	}{domain.Domain{ID: id, Name: id + ".example", ASCII: id + ".example", Uses: []string{domain.UseEmail}, State: state, Sending: sending, Proven: true,
		CustomerID: owner.Tenant, CreateTime: time.Now()}, owner, 1, "mailbox"}
	rows := []store.Op{{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "DOM#" + id, SK: "D"}, Item: row}}
	for _, scope := range owner.ScopeNames() {
		rows = append(rows, store.Op{Verb: store.Put, Key: store.List[domain.Domain]{Table: "campaign", Entity: "domain"}.Key(scope, id), Item: row.Domain})
	}
	for _, op := range rows {
		if _, err := w.DB.Write(w.Context, op); err != nil {
			panic(err)
		}
	}
}

// EmailSender adds a sender of the customer with a verified domain, and returns its id.
func (j *Modules) EmailSender(with ...any) string {
	j.T.Helper()
	j.VerifiedDomain("shop", true)
	body := map[string]any{"name": "Shop", "mailbox": "news", "domainId": "shop"}
	for i := 0; i < len(with); i += 2 {
		body[with[i].(string)] = with[i+1]
	}
	return j.MustCall("customer", "POST", "/edm/sender", body)["id"].(string)
}
