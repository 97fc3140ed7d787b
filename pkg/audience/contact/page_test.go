package contact_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// TestMemberPages reads every page forwards and backwards, by number and by a part of it, over several packs.
func TestMemberPages(t *testing.T) {
	s := newStage(t)
	c := s.Customer.Client
	id := s.collection(c, "pages")
	s.imported(c, id, mobiles(0, 2345)...)
	s.imported(c, id, mobiles(2345, 120)...)
	all := numbersOf(mobiles(0, 2465)...)
	read := func(query string, size int) (out []uint64, total int) {
		for page := 1; ; page++ {
			got := testkit.Data[web.Page[contact.Member]](c.Get(fmt.Sprintf("/aty/contactsgroup/%s/member/page?current=%d&size=%d%s", id, page,
				size, query)))
			for _, m := range got.Records {
				if m.CountryCode != "BR" || m.Validity != "judging" || m.Source != "import" || m.CreateTime.IsZero() || m.LastActiveTime != nil ||
					m.LastCheckTime != nil {
					t.Fatalf("%+v", m)
				}
				out = append(out, numbersOf(m.PhoneNumber)...)
			}
			if len(got.Records) < size {
				return out, got.Total
			}
		}
	}
	newest, total := read("", 97)
	oldest, _ := read("&sortFields=createTime&sortOrders=ascend", 100)
	if total != len(all) || !slices.Equal(slices.Sorted(slices.Values(newest)), all) {
		t.Errorf("%d of %d members", len(newest), total)
	}
	if !slices.Equal(slices.Sorted(slices.Values(newest[:120])), numbersOf(mobiles(2345, 120)...)) {
		t.Error("the newest are not first")
	}
	if slices.Reverse(oldest); !slices.Equal(newest, oldest) {
		t.Error("the two directions differ")
	}
	if up, _ := read("&sortFields=phoneNumber&sortOrders=ascend", 100); !slices.Equal(up, all) {
		t.Error("not sorted by number")
	}
	var want []uint64
	for _, n := range all {
		if strings.Contains(phone.Format(n), "777") {
			want = append(want, n)
		}
	}
	for _, part := range []string{"777", "%2B55119"} {
		if part != "777" {
			want = all
		}
		got, total := read("&phoneNumber="+part, 100)
		if total != len(want) || !slices.Equal(slices.Sorted(slices.Values(got)), want) {
			t.Errorf("%s: %d of %d", part, len(got), len(want))
		}
	}
	if got, total := read("&phoneNumber=x", 10); len(got) != 0 || total != 0 {
		t.Error("letters were found")
	}
}

// TestListFilters of the collections.
func TestListFilters(t *testing.T) {
	s := newStage(t)
	c := s.Direct.Client
	for i := range 12 {
		s.collection(c, fmt.Sprintf("Group %02d", i))
	}
	us := testkit.Data[web.Created](c.Post("/aty/contactsgroup", object{"name": "States", "countryCode": "US"})).ID
	ids := func(query string) string {
		var names []string
		for _, r := range testkit.Data[web.Page[contact.Choice]](c.Get("/aty/contactsgroup/lovPage?size=3&" + query)).Records {
			names = append(names, r.Name)
		}
		return strings.Join(names, ",")
	}
	for query, want := range map[string]string{
		"":                                   "States,Group 11,Group 10",
		"current=5":                          "Group 00",
		"current=6":                          "",
		"name=gROUP%201":                     "Group 11,Group 10",
		"countryCode=US":                     "States",
		"status=ready&current=5":             "Group 00",
		"status=importing":                   "",
		"memberCountStart=1":                 "",
		"sortFields=name&sortOrders=ascend":  "Group 00,Group 01,Group 02",
		"customerName=direct&countryCode=US": "States",
	} {
		if got := ids(query); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	task := s.begin(c, us, "14155552671")
	if got := ids("status=importing"); got != "States" {
		t.Errorf("importing: %s", got)
	}
	s.work()
	testkit.Data[contact.ImportStatus](c.Get("/aty/contactsgroup/" + us + "/import/" + task))
	if got := ids("memberCountStart=1&status=ready"); got != "States" {
		t.Errorf("with members: %s", got)
	}
}

// TestImportsAtOnceOnTheCloud is TestImportsAtOnce with real transactions.
func TestImportsAtOnceOnTheCloud(t *testing.T) {
	s := newStage(t)
	c := s.Customer.Client
	id := s.collection(c, "at once")
	for i := range 4 {
		s.begin(c, id, mobiles(i*500, 1500)...)
	}
	var bells []queue.Message
	s.Env.Work(t, contact.FileQueue, func(_ context.Context, m queue.Message) error { bells = append(bells, m, m); return nil })
	var wg sync.WaitGroup
	for _, m := range bells {
		wg.Go(func() {
			if err := handle(context.Background(), s.room, m); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := testkit.Data[contact.Collection](c.Get("/aty/contactsgroup/" + id))
	var all []uint64
	if err := s.room.Members(context.Background(), id,
		100, func(p *contact.Pack) error { all = append(all, p.Numbers...); return nil }); err != nil {
		t.Fatal(err)
	}
	if slices.Sort(all); got.MemberCount != 3000 || got.Status != contact.Ready || !slices.Equal(all, numbersOf(mobiles(0, 3000)...)) {
		t.Errorf("%+v, %d members", got, len(all))
	}
}
