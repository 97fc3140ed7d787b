package apptest

import (
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/country"
	"herald/pkg/platform/session/sessiontest"
)

// Awake signs people in anew whose session the clock has outrun.
func (p *CallFixture) Awake(who ...*sessiontest.Actor) {
	p.Helper()
	house := &sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}
	for _, one := range who {
		one.Token = house.SignIn(p, p.s, one.User.Login)
	}
}

// Noon lets the clock come to the next noon of a place, and signs in anew who acts there.
func (p *CallFixture) Noon(zone string, who ...*sessiontest.Actor) {
	p.Helper()
	place, err := country.Location(zone)
	if err != nil {
		p.Fatal(err)
	}
	now := p.Kit.Now().In(place)
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, place)
	if noon.Before(now) {
		noon = noon.AddDate(0, 0, 1)
	}
	p.Kit.Clock.Add(noon.Sub(now))
	p.Awake(who...)
}

// Abroad is an order of calls to São Paulo, Manaus (an hour behind it) and Rio Branco (two hours).
func (p *CallFixture) Abroad(who *sessiontest.Actor, more Object) Object {
	p.Helper()
	p.Users.Admin.Put("/lop/system/config/call.countries", Object{"value": "ID,BR"}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	rows := "phoneNumber\n5511987654301\n5592987654302\n5568987654303\n"
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
	body := Object{"countryCode": "BR", "fileId": file}
	for k, v := range more {
		body[k] = v
	}
	return p.Body(who, 2, body, "01")
}

// Dialled are the ends of the numbers that were called.
func (p *CallFixture) Dialled() string {
	p.Helper()
	all, _ := p.Sim.Calls()
	ends := ""
	for _, c := range all {
		ends += c.To[len(c.To)-2:] + " "
	}
	return ends
}
