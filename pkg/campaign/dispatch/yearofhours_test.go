package dispatch_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/store"
)

// people are those of a country whose numbers begin alike, with all the zones that they may live by: written by hand, for the year is
// judged by them and by Go's own clocks alone.
type people struct {
	head  string // digits before the last four
	zones []string
}

const each = 8 // of all people, at a time

func in(zones ...string) []string { return zones }

var (
	allRussia = in("Europe/Kaliningrad", "Europe/Moscow", "Europe/Samara", "Asia/Yekaterinburg", "Asia/Omsk", "Asia/Novosibirsk",
		"Asia/Irkutsk", "Asia/Yakutsk", "Asia/Vladivostok", "Asia/Magadan", "Asia/Kamchatka")
	allAustralia = in("Australia/Perth", "Australia/Eucla", "Australia/Darwin", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney",
		"Australia/Lord_Howe")
	allIndonesia = in("Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura")
)

// populations are the recipients of the year by country.
var populations = map[string][]people{
	"US": {{"1212555", in("America/New_York")}, {"1312555", in("America/Chicago")}, {"1303555", in("America/Denver")},
		{"1602555", in("America/Phoenix")}, {"1310555", in("America/Los_Angeles")},
		{"1907555", in("America/Anchorage", "America/Adak")}, {"1808555", in("Pacific/Honolulu")},
		{"1850555", in("America/New_York", "America/Chicago")}, {"1219555", in("America/New_York", "America/Chicago")}},
	"CA": {{"1416555", in("America/Toronto")}, {"1604555", in("America/Vancouver")}, {"1306555", in("America/Regina")},
		{"1474555", in("America/Regina")}, {"1709555", in("America/St_Johns", "America/Goose_Bay")},
		{"1902555", in("America/Halifax")}, {"1204555", in("America/Winnipeg")}, {"1403555", in("America/Edmonton")}},
	"MX": {{"52551234", in("America/Mexico_City")}, {"52664123", in("America/Tijuana")}, {"52998123", in("America/Cancun")},
		{"52662123", in("America/Hermosillo")}, {"52656123", in("America/Ciudad_Juarez")}},
	"BR": {{"551198765", in("America/Sao_Paulo")}, {"559298765", in("America/Manaus")}, {"556898765", in("America/Rio_Branco")},
		{"558198765", in("America/Recife", "America/Noronha")}, {"559198765", in("America/Belem")}},
	"CL": {{"5698765", in("America/Santiago", "America/Punta_Arenas", "Pacific/Easter")}},
	"RU": {{"7495123", in("Europe/Moscow")}, {"7401212", in("Europe/Kaliningrad")}, {"7343212", in("Asia/Yekaterinburg")},
		{"7423212", in("Asia/Vladivostok")}, {"7415212", in("Asia/Kamchatka")}, {"7916123", allRussia}},
	"AU": {{"6121234", in("Australia/Sydney")}, {"6173234", in("Australia/Brisbane", "Australia/Sydney")}, {"6141234", allAustralia}},
	"NZ": {{"649300", in("Pacific/Auckland")}, {"6421123", in("Pacific/Auckland", "Pacific/Chatham")}},
	"ID": {{"62213123", in("Asia/Jakarta")}, {"6236123", in("Asia/Makassar")}, {"62812345", allIndonesia}},
	"PT": {{"35121123", in("Europe/Lisbon")}, {"35129620", in("Atlantic/Azores")}, {"35191234", in("Europe/Lisbon", "Atlantic/Azores")}},
	"ES": {{"3491123", in("Europe/Madrid")}, {"3492812", in("Atlantic/Canary")}, {"3461234", in("Europe/Madrid", "Atlantic/Canary")}},
	"GB": {{"44740012", in("Europe/London")}},
	"IN": {{"91987654", in("Asia/Kolkata")}},
}

// windows of the year, that of India by its readings (decisions §8). Some begin or end in the hours in which clocks are changed.
var windows = []string{"08:00-21:00", "09:00-20:30", "00:15-11:45", "01:30-13:00", "12:00-23:45", "02:30-14:00"}

var ofIndia = []string{"10:30-20:30", "10:30-21:00", "10:00-20:30"}

// year is the system in the year after the scenario's start, without a janitor but the one who is asked.
type year struct {
	*ordertest.CalmSystem
	rng   *rand.Rand
	open  map[string]string // windows, by country
	begun map[string]time.Time
	seen  int // accepted messages that were judged
	late  time.Duration
}

// "0 sends outside a country's window in a simulated year": orders to thirteen countries throughout a year, with every change of clocks in
// both hemispheres and both readings of India. Each recipient is written to exactly once, within the window in every zone that it may live
// by, and as soon as that is open (issue: figures).
func TestAYearWithinLocalHours(t *testing.T) {
	chunkrow.SetSizes(20, 6)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	town := ordertest.SharedScenario(t)
	clocktest.Bubble(t, func(t *testing.T) {
		s := town.Open(11)
		defer s.Close()
		s.Sim.Close()
		s.PerSecond = 200
		s.Provider()
		s.Control("script", ordertest.Object{"rules": []ordertest.Rule{{Suffix: "99999999999", Outcome: "ok"}}})
		s.Control("webhooks", ordertest.Object{"delayMs": 100})
		next := clocktest.Start().Year() + 1
		time.Sleep(time.Until(time.Date(next-1, 12, 31, 0, 0, 0, 0, time.UTC)))
		y := &year{&ordertest.CalmSystem{System: s, Scenario: town, T: t}, rand.New(rand.NewPCG(27, 1)), map[string]string{},
			map[string]time.Time{}, 0, 0}
		y.Must(town.Admin, ordertest.NewRequest("PUT", "/aty/customerinfo/recharge",
			ordertest.Object{"userId": town.Ana.ID, "amount": 1_000_000}))
		if _, err := s.DB.Write(s.Context, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
			t.Fatal(err)
		}
		for _, day := range daysOf(next) {
			if at := day.Add(time.Duration(y.rng.IntN(24*60)) * time.Minute); at.After(time.Now()) {
				time.Sleep(time.Until(at))
			}
			y.play()
		}
		t.Logf("%d messages, the latest %s after its hours had begun", y.seen, y.late)
		if y.seen < 8_000 {
			t.Errorf("%d messages", y.seen)
		}
	})
}

// daysOf are the day before each clock change of a year, and one in each month or so.
func daysOf(year int) (all []time.Time) {
	for day := time.Date(year, 1, 3, 0, 0, 0, 0, time.UTC); day.Year() == year; day = day.AddDate(0, 0, 24) {
		all = append(all, day)
	}
	for day := time.Date(year, 1, 2, 0, 0, 0, 0, time.UTC); day.Year() == year; day = day.AddDate(0, 0, 1) {
		if clocksChange(day) {
			all = append(all, day.AddDate(0, 0, -1))
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}

// clocksChange tells whether any zone of the recipients changes its clocks on a day.
func clocksChange(day time.Time) bool {
	for _, all := range populations {
		for _, p := range all {
			for _, zone := range p.zones {
				at := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, ordertest.Location(zone))
				_, before := at.Zone()
				if _, after := at.AddDate(0, 0, 1).Zone(); before != after {
					return true
				}
			}
		}
	}
	return false
}

// play sends to all recipients by new hours, and checks that.
func (y *year) play() {
	for country := range populations {
		y.open[country] = windows[y.rng.IntN(len(windows))]
	}
	y.open["IN"] = ofIndia[y.rng.IntN(len(ofIndia))]
	set := map[string]string{}
	for country, window := range y.open {
		set["window."+country] = window
	}
	y.SetSettings(set)
	y.Sleep(2 * time.Second)
	before := y.seen
	wanted := 0
	for _, country := range slices.Sorted(maps.Keys(populations)) {
		var numbers []uint64
		for _, p := range populations[country] {
			numbers = append(numbers, ordertest.Area{Head: p.head}.Numbers(each)...)
		}
		y.rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
		wanted += len(numbers)
		y.begun[country] = time.Now()
		y.SubmitAbroad(country, numbers)
	}
	for n := range 40 * 12 { // of five minutes
		y.Sleep(5 * time.Minute)
		y.tick()
		if n%6 > 0 {
			continue
		}
		if all, _ := y.Sim.Messages(0, 1<<30); len(all) >= before+wanted {
			break
		}
	}
	for range 5 { // until all is settled
		y.Sleep(5 * time.Minute)
		y.tick()
	}
	y.judge(before + wanted)
}

func (y *year) tick() {
	_ = y.Invoke(ordertest.WorkerFunction, time.Minute, func(ctx context.Context, i *ordertest.Instance) error { return i.Ticks["bulk"](ctx) })
}

// judge looks at what was sent since the last time: by each recipient's own clocks, and by nothing that the product has.
func (y *year) judge(wanted int) {
	y.T.Helper()
	all, _ := y.Sim.Messages(0, 1<<30)
	got := map[string]int{}
	for _, m := range all[y.seen:] {
		got[m.To]++
		country, who := whose(m.To)
		for _, zone := range who.zones {
			if !within(y.open[country], zone, m.AcceptedAt) {
				y.T.Errorf("%s was written to at %s, the hours are %s", m.To, m.AcceptedAt.In(ordertest.Location(zone)), y.open[country])
			}
		}
		first := y.begun[country]
		for ; !y.mayBe(country, who, first); first = first.Truncate(time.Minute).Add(time.Minute) {
		}
		late := m.AcceptedAt.Sub(first)
		y.late = max(y.late, late)
		if late > 10*time.Minute && y.mayBe(country, who, first.Add(10*time.Minute)) {
			y.T.Errorf("%s of %s could be written to from %s on, and was %s later", m.To, country, first, late)
		}
	}
	for to, n := range got {
		if n != 1 {
			y.T.Errorf("%s got %d messages", to, n)
		}
	}
	if len(all) != wanted {
		y.T.Errorf("%s: %d messages of %d", time.Now().UTC(), len(all)-y.seen, wanted-y.seen)
	}
	y.seen = len(all)
}

// mayBe tells whether people may be written to.
func (y *year) mayBe(country string, who people, at time.Time) bool {
	return !slices.ContainsFunc(who.zones, func(zone string) bool { return !within(y.open[country], zone, at) })
}

func within(window, zone string, at time.Time) bool {
	shown := at.In(ordertest.Location(zone)).Format("15:04")
	return shown >= window[:5] && shown < window[6:]
}

// whose tells to which people a number belongs.
func whose(number string) (country string, who people) {
	for code, all := range populations {
		for _, p := range all {
			if strings.HasPrefix(number, p.head) && len(p.head) > len(who.head) {
				country, who = code, p
			}
		}
	}
	if country == "" {
		panic(fmt.Sprint("nobody has the number ", number))
	}
	return country, who
}
