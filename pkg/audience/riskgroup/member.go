package riskgroup

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Member is a number that a collection holds.
type Member struct {
	PhoneNumber    string     `json:"phoneNumber" doc:"Phone number: E.164 without +."`
	CountryCode    string     `json:"countryCode"`
	Validity       string     `json:"validity" enum:"valid,invalid,judging" doc:"judging until a screening has a result."`
	WhatsApp       bool       `json:"wa" doc:"Evidence of a WhatsApp account."`
	LastActiveTime *time.Time `json:"lastActiveTime"`
	LastCheckTime  *time.Time `json:"lastCheckTime"`
	CreateTime     time.Time  `json:"createTime" doc:"Time when the member was added."`
}

var memberColumns = store.List[Member]{Entity: "riskmember", Columns: []store.Column[Member]{
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.", Title: "phoneNumber",
		Get: func(m *Member) any { return m.PhoneNumber }},
	{Title: "country", Get: func(m *Member) any { return m.CountryCode }},
	{Name: "validity", Kind: store.Exact, Filter: true, OneOf: []string{contact.Valid, contact.Invalid, contact.Judging}, Title: "validity",
		Dict: "member_validity", Get: func(m *Member) any { return m.Validity }},
	{Title: "lastActive", Get: func(m *Member) any { return m.LastActiveTime }},
	{Title: "lastCheck", Get: func(m *Member) any { return m.LastCheckTime }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(m *Member) any { return m.CreateTime }},
}}

// MemberQuery are the parameters of a collection's members.
type MemberQuery struct {
	ID string `path:"id"`
	web.ListInput
}

func (r *Service) memberList() list.List[Member] {
	return list.List[Member]{List: memberColumns, Path: base + "/{id}/member", Perm: "aty:riskgroup:member",
		Summary: "List numbers of a risk-control list",
		File:    list.File{Name: "riskmembers", Summary: "Export the matching numbers as xlsx or CSV", Path: base + "/{id}/export"}}
}

// ofCollection prepares the list for its collection.
func (r *Service) ofCollection(ctx context.Context, in *MemberQuery, l *list.List[Member], q *store.ListQuery) error {
	m, err := r.find(ctx, in.ID)
	if err != nil {
		return err
	}
	l.Rows = func(context.Context) ([]Member, error) {
		members, err := m.members()
		if err != nil {
			return nil, err
		}
		known := &proofs{}
		if m.screened() {
			p, err := r.proven(ctx, m.ID)
			if err != nil {
				return nil, err
			}
			known = p.known
		}
		rows := make([]Member, len(members))
		for i, one := range members {
			p := known.of(one.number)
			rows[i] = Member{PhoneNumber: phone.Format(one.number), CountryCode: m.CountryCode, Validity: p.Validity(), WhatsApp: p.WhatsApp(),
				LastActiveTime: p.Active(), LastCheckTime: p.Checked(),
				CreateTime: time.Unix(one.at, 0).UTC()}
		}
		return rows, nil
	}
	return nil
}

// AddResponse tells what became of numbers that were given by hand.
type AddResponse struct {
	Added      int `json:"added"`
	Duplicated int `json:"duplicated" doc:"Numbers that are already members or are in the request twice."`
}

// add makes numbers members. Faults: 400 for one that is no number of the collection's country; 409 risk.full.
func (r *Service) add(ctx context.Context, id string, values []string) (*AddResponse, error) {
	_, m, err := r.change(ctx, id, func(m *meta) error {
		numbers := make([]uint64, len(values))
		for i, v := range values {
			n, _, problem := phone.ParseReached(v, m.CountryCode)
			if problem != nil {
				return fault.Bad("phoneNumbers", problem.Key)
			}
			numbers[i] = n
		}
		return m.addNumbers(numbers, r.Now())
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"membersAdded": m.LastN})
	auditlog.Subject(ctx, m.Name)
	return &AddResponse{m.LastN, len(values) - m.LastN}, nil
}

// bring makes numbers members that are none yet. Fault: 409 risk.full.
func (m *meta) addNumbers(numbers []uint64, now time.Time) error {
	members, err := m.members()
	if err != nil {
		return err
	}
	had := len(members)
	known := map[uint64]bool{}
	for _, one := range members {
		known[phone.Normal(one.number)] = true
	}
	for _, n := range numbers {
		if known[phone.Normal(n)] {
			continue
		}
		known[phone.Normal(n)] = true
		if at, there := slices.BinarySearchFunc(members, n, byNumber); !there {
			members = slices.Insert(members, at, cachedSet{n, now.Unix()})
		}
	}
	if len(members) > mostMembers {
		return fault.State("risk.full", "max", mostMembers)
	}
	m.LastN = len(members) - had
	m.put(members)
	return nil
}

func byNumber(m cachedSet, n uint64) int { return cmp.Compare(m.number, n) }

// take takes numbers out of a collection and tells how many it had.
func (r *Service) take(ctx context.Context, id string, values []string) (int, error) {
	_, m, err := r.change(ctx, id, func(m *meta) error {
		members, err := m.members()
		if err != nil {
			return err
		}
		had := len(members)
		for _, v := range values {
			n, _, problem := phone.ParseReached(v, m.CountryCode)
			if problem != nil {
				// Numbering plans change: a member must go also when it is no valid number any more.
				if n, err = strconv.ParseUint(strings.TrimPrefix(v, "+"), 10, 64); err != nil {
					return fault.Bad("phoneNumbers", problem.Key)
				}
			}
			members = slices.DeleteFunc(members, func(one cachedSet) bool { return phone.Same(one.number, n) })
		}
		m.LastN = had - len(members)
		m.put(members)
		return nil
	})
	if err != nil {
		return 0, err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"membersRemoved": m.LastN})
	auditlog.Subject(ctx, m.Name)
	return m.LastN, nil
}
