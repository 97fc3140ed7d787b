package consent

import (
	"context"
	_ "embed" // words
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// SettingRows is how many statements a file may hold: it is read while its caller waits.
const SettingRows = "consent.import.rows"

// inOne is how many records are written in a transaction.
const inOne = 10

// ImportRequest is a file of statements about numbers, addresses or both. Its columns beside phoneNumber and email are source, time,
// evidence and state, or as an export calls them in any language; what a row leaves out, the call says.
type ImportRequest struct {
	FileID     string `json:"fileId" minLength:"1" maxLength:"64" doc:"Id of an uploaded xlsx, xls, txt or csv file with the columns phoneNumber or email, source, time and evidence. The file is stored as evidence."`
	Column     string `json:"column,omitempty" maxLength:"200" doc:"Column with the numbers or addresses. Default: phoneNumber, or email."`
	State      string `json:"state" enum:"given,withdrawn"`
	Channel    string `json:"channel,omitempty" enum:"whatsapp,sms,call,email,group,comment," doc:"Default: every channel. The channel of an address is email."`
	Purpose    string `json:"purpose" minLength:"1" maxLength:"100" example:"marketing"`
	Source     string `json:"source,omitempty" maxLength:"100" doc:"Source of rows without one."`
	CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer."`
}

// ImportResponse tells what became of the rows; Imported + len(Errors) is how many there were.
type ImportResponse struct {
	Imported int                `json:"imported"`
	Errors   []contact.RowError `json:"errors" doc:"Refused rows in the file's order."`
}

// importFile records the statements of a file. Bad rows are reported and affect no other; a repetition under the same
// key writes nothing twice. Faults: 404 for a file or customer out of scope, 400 for a file that is no contact file.
func (r *Service) importFile(ctx context.Context, in *struct{ Body ImportRequest }) (*ImportResponse, error) {
	w, p, now := in.Body, auth.Must(ctx), r.Suppression.Now()
	if w.Purpose = strings.TrimSpace(w.Purpose); w.Purpose == "" {
		return nil, fault.Bad("purpose", "web.valid.missing")
	}
	owner, name, err := r.Suppression.OwnerFor(ctx, suppression.Tenant, w.CustomerID)
	if err != nil {
		return nil, err
	}
	most, err := r.Suppression.Contacts.Settings.Int(ctx, SettingRows)
	if err != nil {
		return nil, err
	}
	rows, err := r.Suppression.Contacts.Rows(ctx, p.Scope(), w.FileID, contact.ImportOptions{Column: w.Column, Rows: most})
	if err != nil {
		return nil, err
	}
	if err := r.Keep(ctx, p.Scope(), w.FileID); err != nil {
		return nil, err
	}
	out := &ImportResponse{Errors: []contact.RowError{}}
	op := web.OperationID(ctx, r.Suppression.NewID)
	var said []Record
	var numbers []uint64
	for i := range rows {
		rec, wrong := w.record(r.noticeOf(&rows[i]), now)
		if wrong != nil {
			out.Errors = append(out.Errors, contact.RowError{Line: rows[i].Line, Number: sheet.Excerpt(rows[i].Text), Code: wrong.Code,
				Message: r.Suppression.Texts.Text(web.LangOf(ctx), wrong.Key, nil)})
			continue
		}
		rec.ID, rec.CustomerID, rec.CustomerName, rec.Operator, rec.CreateTime = id.Nth(op, i+1), owner.Tenant, name, p.Name, now
		said, numbers = append(said, rec), append(numbers, codeOf(rows[i].Number, rec.Email))
	}
	if err := r.keep(ctx, owner, said, numbers); err != nil {
		return nil, err
	}
	out.Imported = len(said)
	auditlog.Note(ctx, op, nil, map[string]any{"consents": len(said), "state": w.State, "channel": w.Channel, "purpose": w.Purpose,
		"fileId": w.FileID, "customerId": owner.Tenant})
	return out, nil
}

// noticeOf renames the columns of an export in any language to those of an import: the file of one account can be
// imported into another.
func (r *Service) noticeOf(row *contact.Row) *contact.Row {
	for name, key := range map[string]string{"source": "suppression.column.source", "evidence": "suppression.column.evidence",
		"time": "suppression.column.eventTime", "state": "consent.column.state"} {
		for _, lang := range i18n.Langs {
			title := strings.ToLower(r.Suppression.Texts.Text(lang, key, nil))
			if value, ok := row.Beside[title]; ok && row.Beside[name] == "" {
				row.Beside[name] = value
			}
		}
	}
	return row
}

// record is a row's statement, or why it is none.
func (w *ImportRequest) record(row *contact.Row, now time.Time) (rec Record, wrong *fault.Error) {
	source, evidence, at := row.Beside["source"], row.Beside["evidence"], now
	if source == "" {
		source = strings.TrimSpace(w.Source)
	}
	if text := row.Beside["time"]; text != "" {
		var ok bool
		if at, ok = moment(text); !ok {
			return rec, fault.New(fault.Invalid, 40081, "consent.time")
		}
	}
	number, address, wrong := w.recipient(row)
	switch {
	case wrong != nil:
		return rec, wrong
	case source == "":
		return rec, fault.New(fault.Invalid, 40082, "consent.source")
	case len([]rune(source)) > 100 || len([]rune(evidence)) > 1000:
		return rec, fault.New(fault.Invalid, 40083, "consent.long")
	case at.After(now.Add(time.Minute)):
		return rec, fault.New(fault.Invalid, 40084, "consent.future")
	}
	state := w.State
	if own := stateOf(row.Beside["state"]); own != "" {
		state = own
	}
	channel := w.Channel
	if address != "" {
		channel = suppression.AddressChannel
	}
	return Record{PhoneNumber: numberOf(number, address), Email: address, Channel: channel, Purpose: w.Purpose, State: state,
		Source: source, Evidence: evidence, FileID: w.FileID, Time: at.UTC()}, nil
}

// recipient is the number or the address that a row tells of. One that has both tells of the address where the channel is email, of the
// number where it is another, and is refused for every channel: it would leave one of them out.
func (w *ImportRequest) recipient(row *contact.Row) (number uint64, address string, wrong *fault.Error) {
	of, every := w.Channel == suppression.AddressChannel, w.Channel == suppression.AllChannels
	switch number, address = row.Number, row.Address; {
	case number == 0 && address == "":
		return 0, "", fault.New(fault.Invalid, row.Code, row.Reason)
	case number != 0 && address != "" && every:
		return 0, "", fault.New(fault.Invalid, 40085, "suppression.both")
	case number == 0 && !of && !every:
		return 0, "", fault.New(fault.Invalid, 40086, "consent.addressChannel")
	case number != 0 && !of:
		address = ""
	case address != "":
		number = 0
	}
	return number, address, nil
}

//go:embed dict.tsv
var words string

// stateOf is the state that a row tells, as an export writes it in any language; "" for none.
func stateOf(told string) string {
	told = strings.TrimSpace(told)
	for line := range strings.Lines(words) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); told != "" && len(cells) > 3 && slices.Contains(cells[2:], told) {
			return cells[2]
		}
	}
	return ""
}

// moment reads a time as files tell it.
func moment(text string) (time.Time, bool) {
	for _, form := range []string{time.RFC3339, time.DateTime, "2006-01-02 15:04", time.DateOnly, "2006/01/02 15:04:05", "2006/01/02 15:04",
		"2006/01/02"} {
		if at, err := time.ParseInLocation(form, text, clock.China); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// keep writes statements as add does: the suppressions first, the records, and the book at last. What is lost in between is not sent
// to, and the call is repeated.
func (r *Service) keep(ctx context.Context, owner auth.Owner, said []Record, numbers []uint64) error {
	changes := make([]suppression.Change, len(said))
	for i, rec := range said {
		changes[i] = suppression.Change{Owner: owner, Customer: rec.CustomerName, Number: numbers[i],
			Address: rec.Email, Channel: rec.Channel,
			Source: suppression.Consent, Off: rec.State == Given, At: rec.Time,
			Reason: rec.Purpose, Evidence: rec.Evidence, MessageID: rec.ID, Operator: rec.Operator}
	}
	if _, err := r.Suppression.Record(ctx, changes); err != nil {
		return err
	}
	scopes := owner.ScopeNames()
	for from := 0; from < len(said); from += inOne {
		var ops []store.Op
		for _, rec := range said[from:min(from+inOne, len(said))] {
			ops = append(ops, records.Insert(scopes, rec.ID, rec)...)
		}
		ops = store.Summed(ops)
		ops[0].If = store.Missing("pk")
		// else it is a repetition of this call
		if err := store.TransactWithRetry(ctx, r.Suppression.DB, 16, ops); err != nil && store.ConditionFailed(err) == nil {
			return err
		}
	}
	book := &Store{DB: r.Suppression.DB}
	for _, err := range parallel.Each(len(said), beside, func(i int) error {
		return book.Note(ctx, owner.Tenant, numbers[i], Statement{said[i].Channel, said[i].State == Given, said[i].Time})
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}
