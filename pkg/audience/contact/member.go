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
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Member is a number of a collection (decisions §10).
type Member struct {
	PhoneNumber    string     `json:"phoneNumber" doc:"Phone number: E.164 digits without +."`
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
	// Values are the values that files gave for the number, by column.
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
	for c, name := range p.values.Names {
		if v := p.values.Cells[c][i]; v != "" {
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
	{Name: "createTime", Sort: true}, {Name: "phoneNumber", Sort: true}}}

// MemberQuery are the parameters of a collection's members.
type MemberQuery struct {
	ID string `path:"id"`
	web.ListParams
	PhoneNumber string `query:"phoneNumber" doc:"Part of the value."`
	Filter
}

// compile checks a member query.
func (in *MemberQuery) compile(ctx context.Context, r *Service, country string) (compiledFilter, error) {
	s, err := r.compileFilter(ctx, in.Filter, country)
	if in.PhoneNumber != "" {
		s.finds = phone.Search(in.PhoneNumber)
	}
	return s, err
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
		s, err := in.compile(ctx, r, m.CountryCode)
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
		slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.number, b.number) })
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

// removeMembers takes numbers out of a collection in the caller's scope and tells how many it had. Only the packs that
// hold one of them are written anew, each in its place.
func (r *Service) removeMembers(ctx context.Context, id string, values []string) (int, error) {
	m, err := r.find(ctx, auth.Must(ctx).Scope(), id)
	if err != nil {
		return 0, err
	}
	gone := make(map[uint64]struct{}, len(values))
	for _, v := range values {
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
