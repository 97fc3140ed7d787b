package contact

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Member is a number or address of a collection (decisions §10).
type Member struct {
	PhoneNumber string `json:"phoneNumber" doc:"Phone number: E.164 digits without +. Empty in a list of type email."`
	Email       string `json:"email,omitempty" doc:"Address of a member of a list of type email, in lower case."`
	Name        string `json:"name,omitempty" doc:"Value of the column name of a list of type email."`
	Role        bool   `json:"role,omitempty" doc:"The address stands for a function, as info@ and no-reply@."`
	Disposable  bool   `json:"disposable,omitempty" doc:"The address is at a provider whose mailboxes last minutes."`

	CountryCode    string     `json:"countryCode"`
	Validity       string     `json:"validity" enum:"valid,invalid,judging" doc:"judging until there is evidence."`
	LastActiveTime *time.Time `json:"lastActiveTime"`
	LastCheckTime  *time.Time `json:"lastCheckTime"`
	WhatsApp       bool       `json:"wa" doc:"Evidence of a WhatsApp account."`
	Gender         string     `json:"gender,omitempty"`
	Age            int        `json:"age,omitempty"`
	Avatar         string     `json:"avatar,omitempty" doc:"URL of the profile picture, if a partner provides it."`
	AvatarTime     *time.Time `json:"avatarTime,omitempty"`
	Signature      string     `json:"signature,omitempty"`
	SignatureTime  *time.Time `json:"signatureTime,omitempty"`
	Evidence       []Evidence `json:"evidence,omitempty" doc:"Latest evidence of each source, newest first."`
	Source         string     `json:"source" enum:"import,platform" doc:"platform when a screening has a result for the member, otherwise the source of the import."`
	CreateTime     time.Time  `json:"createTime"`
	// Values are the values that files gave for the member, by column; of a list of type email without email and name.
	Values map[string]string `json:"values,omitempty"`
}

// member shows one of a pack.
func (m *meta) member(p *members, i int) Member {
	known := p.proof(i)
	out := Member{PhoneNumber: phone.Format(p.numbers[i]), CountryCode: m.CountryCode, Validity: known.Validity(), Source: "import",
		CreateTime:     p.created,
		LastActiveTime: known.Active(), LastCheckTime: known.Checked(), WhatsApp: known.WhatsApp(), Gender: known.Gender, Age: known.Age,
		Avatar: known.Avatar, AvatarTime: minuteOf(known.AvatarAt), Signature: known.Signature, SignatureTime: minuteOf(known.SignedAt),
		Evidence: known.evidence()}
	if known.Filtered() {
		out.Source = "platform"
	}
	ofEmail := m.kind() == TypeEmail
	if ofEmail {
		out.PhoneNumber, out.Email, out.Name = "", p.email(i), p.values.value(ColumnName, i)
		out.Role, out.Disposable = email.Role(out.Email), email.Disposable(out.Email)
	}
	for c, name := range p.values.Names {
		if v := p.values.Cells[c][i]; v != "" && !(ofEmail && emailColumn(name)) {
			if out.Values == nil {
				out.Values = map[string]string{}
			}
			out.Values[name] = v
		}
	}
	return out
}

// memberList declares how members are sorted; they are no rows, so the list engine does not read them.
var memberList = store.List[Member]{Entity: "member", Columns: []store.Column[Member]{
	{Name: "createTime", Sort: true}, {Name: "phoneNumber", Sort: true}, {Name: "email", Sort: true}}}

// MemberQuery are the parameters of a collection's members.
type MemberQuery struct {
	ID string `path:"id"`
	web.ListParams
	PhoneNumber string `query:"phoneNumber" doc:"Part of the value."`
	Email       string `query:"email" maxLength:"200" doc:"Part of the address, in a list of type email."`
	Filter
}

// compile checks a member query.
func (in *MemberQuery) compile(ctx context.Context, r *Service, of *meta) (compiledFilter, error) {
	s, err := r.compileFilter(ctx, in.Filter, of.kind(), of.CountryCode)
	if err != nil {
		return s, err
	}
	if of.kind() == TypeEmail {
		if in.PhoneNumber != "" {
			return s, fault.Bad("phoneNumber", "contact.type.email")
		}
		if part := strings.ToLower(strings.TrimSpace(in.Email)); part != "" {
			s.finds = func(m *members, i int) bool { return strings.Contains(m.email(i), part) }
		}
		return s, nil
	}
	if in.Email != "" {
		return s, fault.Bad("email", "contact.type.phone")
	}
	if in.PhoneNumber != "" {
		finds := phone.Search(in.PhoneNumber)
		s.finds = func(m *members, i int) bool { return finds(phone.Format(m.numbers[i])) }
	}
	return s, nil
}

// still runs do with a collection and its packs, again when members were replaced while do read them.
func still(ctx context.Context, get func() (*meta, error), do func(*meta, []pack) error) error {
	return untilStill(ctx, func() error {
		m, err := get()
		if err != nil {
			return err
		}
		packs, err := decodePacks(m.Packs)
		if err != nil {
			return err
		}
		return do(m, packs)
	})
}

// memberPage gives members in the order of their import, the newest first unless asked otherwise. Without a filter and
// sorted by time it reads the packs of the page alone.
func (r *Service) memberPage(ctx context.Context, in *MemberQuery) (page web.Page[Member], err error) {
	newest, err := memberList.Plain(store.ListQuery{SortFields: in.SortFields, SortOrders: in.SortOrders})
	if err != nil {
		return page, err
	}
	get := func() (*meta, error) { return r.find(ctx, auth.Must(ctx).Scope(), in.ID) }
	err = still(ctx, get, func(m *meta, packs []pack) error {
		byTime := len(in.SortFields) == 0 || (len(in.SortFields) == 1 && in.SortFields[0] == "createTime")
		s, err := in.compile(ctx, r, m)
		if err != nil {
			return err
		}
		if !byTime || !s.all() {
			page, err = r.memberSearch(ctx, in, m, &s)
			return err
		}
		from := (in.Current - 1) * in.Size
		to := min(from+in.Size, m.MemberCount)
		if newest {
			from, to = max(0, m.MemberCount-from-in.Size), m.MemberCount-from
		}
		rows, err := r.memberStretch(ctx, m, packs, from, to)
		if newest {
			slices.Reverse(rows)
		}
		page = web.PageOf(in.Paging, store.Total{N: m.MemberCount}, rows)
		return err
	})
	return page, err
}

// memberStretch gives the members from…to, counted from the first.
func (r *Service) memberStretch(ctx context.Context, m *meta, packs []pack, from, to int) ([]Member, error) {
	var places []int
	start := 0 // position of the first member of the first place
	for n, at := 0, 0; n < len(packs) && at < to; n++ {
		if at+packs[n].count > from {
			if len(places) == 0 {
				start = at
			}
			places = append(places, n)
		}
		at += packs[n].count
	}
	got, err := r.read(ctx, m.ID, packs, places)
	if err != nil {
		return nil, err
	}
	var out []Member
	at := start
	for g := range got {
		for i := range got[g].numbers {
			if at >= from && at < to {
				out = append(out, m.member(&got[g], i))
			}
			at++
		}
	}
	return out, nil
}

// memberSearch reads all members to filter or sort them.
func (r *Service) memberSearch(ctx context.Context, in *MemberQuery, m *meta, s *compiledFilter) (web.Page[Member], error) {
	c, err := r.load(ctx, m)
	if err != nil {
		return web.Page[Member]{}, err
	}
	type hit struct {
		pack   *members
		number uint64
		at     int
	}
	var hits []hit
	for g := range c.members {
		for _, i := range s.some(&c.members[g]) {
			hits = append(hits, hit{&c.members[g], c.members[g].numbers[i], i})
		}
	}
	if len(in.SortFields) == 0 || in.SortFields[0] == "createTime" {
		// They stand in the order of their import, which is kept among equal times.
		if len(in.SortOrders) == 0 || in.SortOrders[0] == "descend" {
			slices.Reverse(hits)
		}
	} else {
		slices.SortFunc(hits, func(a, b hit) int {
			return cmp.Or(strings.Compare(a.pack.email(a.at), b.pack.email(b.at)), cmp.Compare(a.number, b.number))
		})
		if len(in.SortOrders) == 0 || in.SortOrders[0] == "descend" {
			slices.Reverse(hits)
		}
	}
	var rows []Member
	for _, h := range store.Cut(hits, in.Current, in.Size) {
		rows = append(rows, m.member(h.pack, h.at))
	}
	return web.PageOf(in.Paging, store.Total{N: len(hits)}, rows), nil
}

// removeMembers takes numbers or addresses out of a collection in the caller's scope and tells how many it had. Only the packs that
// hold one of them are written anew, each in its place. Faults: 404, 400 for values that are not of the list's type.
func (r *Service) removeMembers(ctx context.Context, id string, numbers, emails []string) (int, error) {
	m, err := r.find(ctx, auth.Must(ctx).Scope(), id)
	if err != nil {
		return 0, err
	}
	if err := m.accepts(numbers, emails); err != nil {
		return 0, err
	}
	gone := make(map[uint64]struct{}, len(numbers)+len(emails))
	for _, v := range emails {
		address, _, problem := email.Read(v)
		if problem != nil {
			return 0, fault.Bad("emails", problem.Key)
		}
		gone[email.Code(address)] = struct{}{}
	}
	for _, v := range numbers {
		n, _, problem := phone.ParseReached(v, m.CountryCode)
		if problem != nil {
			// Numbering plans change: a member must go also when it is no valid number any more.
			if n, err = strconv.ParseUint(strings.TrimPrefix(v, "+"), 10, 64); err != nil {
				return 0, fault.Bad("phoneNumbers", problem.Key)
			}
		}
		gone[phone.Normal(n)] = struct{}{}
	}
	removed, op := 0, web.OperationID(ctx, r.NewID)
	event := Event{Time: r.Now(), What: WasRemoved, Operator: auth.Must(ctx).Name}
	err = store.Retry(ctx, tries, func() (err error) {
		removed, err = r.tryRemove(ctx, id, op, gone, event)
		return err
	})
	if err == nil {
		auditlog.Note(ctx, id, nil, map[string]any{"membersRemoved": removed})
	}
	return removed, err
}

func (r *Service) tryRemove(ctx context.Context, id, op string, gone map[uint64]struct{}, event Event) (int, error) {
	c, err := r.claim(ctx, id)
	if err != nil {
		return 0, err
	}
	if c == nil {
		return 0, fault.Missing()
	}
	removed := 0
	var rows []store.Op
	for n, p := range c.members {
		kept := p.without(gone)
		if len(kept.numbers) == len(p.numbers) {
			continue
		}
		removed += len(p.numbers) - len(kept.numbers)
		row, err := c.place(n, kept)
		if err != nil {
			return 0, err
		}
		rows = append(rows, row...)
	}
	if removed == 0 {
		return 0, nil
	}
	if err := r.DB.WriteAll(ctx, rows); err != nil {
		return 0, err
	}
	event.Removed = removed
	return removed, r.commit(ctx, c, nil, EventOf(id, op, event))
}
