package apptest

import (
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// SerialOf is the serial number of the newest line of a business type.
func (p *SendingFixture) SerialOf(who *sessiontest.Actor, kind string) string {
	p.Helper()
	for _, l := range testkit.Data[web.Page[ledger.Line]](p.Users.Admin.Get("/aty/accountstatement/page?userId=" + who.User.ID)).Records {
		if l.BusinessType == kind {
			return l.SerialNumber
		}
	}
	p.Fatalf("%s has no line %s", who.Name, kind)
	return ""
}
