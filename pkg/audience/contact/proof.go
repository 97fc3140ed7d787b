package contact

import (
	"fmt"
	"slices"
	"time"
)

// Source is the source of evidence about a member (decisions §6).
type Source string

const (
	ByPlan      Source = "format"    // the country's numbering plan
	ByDelivery  Source = "delivered" // a message of ours arrived
	ByReading   Source = "read"      // one was read
	ByReply     Source = "reply"     // the recipient wrote
	ByFailure   Source = "failed"    // the provider could not deliver: no proof that the number is not there
	ByPartner   Source = "partner"   // who screens numbers for us
	ByPartnerOn Source = "online"    // when a partner saw the number last

	ByMailbox     Source = "mailbox"      // an email of ours arrived
	ByLoad        Source = "loaded"       // one was loaded by a person
	ByClick       Source = "clicked"      // a link in one was clicked by a person
	ByBounce      Source = "bounced"      // one came back for good
	ByComplaint   Source = "complained"   // one was reported as unwanted
	ByUnsubscribe Source = "unsubscribed" // the recipient unsubscribed
)

// Mark is the newest word of one source about a member.
type Mark struct {
	Source Source `json:"s"`
	Yes    bool   `json:"y,omitempty"` // the number can be reached
	At     int64  `json:"t"`           // minutes of unix time
}

// Proof is what is known of a member and who said so when. What is shown follows from it.
type Proof struct {
	Marks     []Mark `json:"m,omitempty"`
	Gender    string `json:"g,omitempty"`
	Age       int    `json:"a,omitempty"`
	Avatar    string `json:"p,omitempty"`
	AvatarAt  int64  `json:"pt,omitempty"`
	Signature string `json:"i,omitempty"`
	SignedAt  int64  `json:"it,omitempty"`
}

// Say adds a word; of one source the newest counts.
func (p *Proof) Say(source Source, yes bool, at time.Time) {
	minute := at.Unix() / 60
	for i := range p.Marks {
		if p.Marks[i].Source == source {
			if minute >= p.Marks[i].At {
				p.Marks[i] = Mark{source, yes, minute}
			}
			return
		}
	}
	p.Marks = append(p.Marks, Mark{source, yes, minute})
}

// Merge adds what another proof says.
func (p Proof) Merge(o Proof) Proof {
	p.Marks = slices.Clone(p.Marks)
	for _, m := range o.Marks {
		p.Say(m.Source, m.Yes, time.Unix(m.At*60, 0))
	}
	if o.Gender != "" {
		p.Gender = o.Gender
	}
	if o.Age != 0 {
		p.Age = o.Age
	}
	if o.Avatar != "" {
		p.Avatar, p.AvatarAt = o.Avatar, o.AvatarAt
	}
	if o.Signature != "" {
		p.Signature, p.SignedAt = o.Signature, o.SignedAt
	}
	return p
}

func (p *Proof) newest(yes bool, of ...Source) (at int64) {
	for _, m := range p.Marks {
		if m.Yes == yes && slices.Contains(of, m.Source) {
			at = max(at, m.At)
		}
	}
	return at
}

// Validities of a member (business-domain §4).
const (
	Valid   = "valid"
	Invalid = "invalid"
	Judging = "judging" // no evidence that counts
)

// Validity is the newest word that counts. A message that failed says nothing for certain.
func (p *Proof) Validity() string {
	good := max(p.reachable(), p.newest(true, ByMailbox, ByLoad, ByClick))
	bad := p.newest(false, ByPartner, ByPlan, ByBounce)
	switch {
	case good == 0 && bad == 0:
		return Judging
	case good >= bad:
		return Valid
	}
	return Invalid
}

// reachable is the newest word that a number has an account.
func (p *Proof) reachable() int64 { return p.newest(true, ByDelivery, ByReading, ByReply, ByPartner) }

// WhatsApp tells whether the member has an account.
func (p *Proof) WhatsApp() bool { return p.reachable() > 0 && p.Validity() == Valid }

// Active is the last sign of life, nil for none. That an email arrived is none.
func (p *Proof) Active() *time.Time {
	return minuteOf(p.newest(true, ByDelivery, ByReading, ByReply, ByPartnerOn, ByLoad, ByClick))
}

// Since reports a word of a source at a time or after it.
func (p *Proof) Since(source Source, t time.Time) bool {
	return p.newest(true, source) >= t.Unix()/60
}

// Bounced reports an address whose last email came back for good.
func (p *Proof) Bounced() bool {
	at := p.newest(false, ByBounce)
	return at > 0 && at > p.newest(true, ByMailbox, ByLoad, ByClick)
}

// Filtered tells whether the platform's partner has said something of the member, by a screening.
func (p *Proof) Filtered() bool {
	return slices.ContainsFunc(p.Marks, func(m Mark) bool { return m.Source == ByPartner || m.Source == ByPartnerOn })
}

// ActiveSince reports a sign of life at a time or after it.
func (p *Proof) ActiveSince(t time.Time) bool {
	at := p.Active()
	return at != nil && !at.Before(t)
}

// Checked is when the member was looked at last.
func (p *Proof) Checked() *time.Time {
	return minuteOf(max(p.newest(true, ByPartner, ByPlan), p.newest(false, ByPartner, ByPlan, ByFailure),
		p.newest(true, ByDelivery, ByReading, ByMailbox), p.newest(false, ByBounce)))
}

func minuteOf(at int64) *time.Time {
	if at == 0 {
		return nil
	}
	t := time.Unix(at*60, 0).UTC()
	return &t
}

// Evidence is one word about a member as a page shows it.
type Evidence struct {
	Source Source    `json:"source" enum:"format,delivered,read,reply,failed,partner,online,mailbox,loaded,clicked,bounced,complained,unsubscribed"`
	Yes    bool      `json:"yes" doc:"The number or address can be reached."`
	Time   time.Time `json:"time"`
}

func (p *Proof) evidence() []Evidence {
	out := []Evidence{}
	for _, m := range p.Marks {
		out = append(out, Evidence{m.Source, m.Yes, time.Unix(m.At*60, 0).UTC()})
	}
	slices.SortFunc(out, func(a, b Evidence) int { return b.Time.Compare(a.Time) })
	return out
}

// PackProofs packs what is known of members, by their numbers.
func PackProofs(known map[uint64]Proof) ([]byte, error) { return deflated(known) }

// UnpackProofs is the reverse of PackProofs; nothing gives nothing.
func UnpackProofs(packed []byte) (known map[uint64]Proof, err error) {
	if len(packed) == 0 {
		return nil, nil
	}
	if err = inflated(packed, &known); err != nil {
		err = fmt.Errorf("contact: proofs: %w", err)
	}
	return known, err
}

// proofs are those of a pack, in the order of its numbers; none for a pack of which nothing is known.
func (p packRow) proofs(n int) (out []Proof, err error) {
	if len(p.Proofs) == 0 {
		return nil, nil
	}
	if err = inflated(p.Proofs, &out); err == nil && len(out) != n {
		err = errTable
	}
	if err != nil {
		err = fmt.Errorf("contact: proofs: %w", err)
	}
	return out, err
}

// proof of a member by its place in the pack.
func (m *members) proof(i int) Proof {
	if m.proofs == nil {
		return Proof{}
	}
	return m.proofs[i]
}

// proved gives the members of a pack with what was found out about some of them; it reports whether anything was.
func (m members) proved(found map[uint64]Proof) (members, bool) {
	out, any := m, false
	for i, n := range m.numbers {
		said, ok := found[n]
		if !ok {
			continue
		}
		if !any {
			if out.proofs, any = slices.Clone(m.proofs), true; out.proofs == nil {
				out.proofs = make([]Proof, len(m.numbers))
			}
		}
		out.proofs[i] = out.proofs[i].Merge(said)
	}
	return out, any
}

// tally counts who has WhatsApp and who showed a sign of life.
func (m *members) tally() (wa, active int) {
	for i := range m.proofs {
		if m.proofs[i].WhatsApp() {
			wa++
		}
		if m.proofs[i].Active() != nil {
			active++
		}
	}
	return wa, active
}
