package lead

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Own is a lead as the promoter of its channel sees it: its number is masked unless the promoter works on it.
type Own struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	PhoneNumber string     `json:"phoneNumber" doc:"Masked, unless the lead is assigned to the caller."`
	CountryCode string     `json:"countryCode"`
	Status      string     `json:"status" enum:"@lead_status"`
	Source      string     `json:"source" enum:"@lead_source"`
	ChannelName string     `json:"channelName"`
	ConvertTime *time.Time `json:"convertTime"`
	CreateTime  time.Time  `json:"createTime"`
}

// ownColumns are the fields by which a promoter filters and sorts. None is one that it sees masked, which a search would tell.
var ownColumns = []string{"status", "source", "channelId", "channelName", "convertTime", "createTime"}

func (r *Service) ownRoutes(a *web.API) {
	own := r.list()
	own.Path, own.Perm, own.Scope = saleschannel.OwnBase+"/lead", saleschannel.OwnPerm, saleschannel.OwnScope
	own.Summary = "List leads that came through the caller's own channels"
	own.Columns = slices.DeleteFunc(slices.Clone(own.Columns), func(c store.Column[Lead]) bool { return !slices.Contains(ownColumns, c.Name) })
	own.Show = masked
	list.MountAs(a, own, ownOf)
	web.Handle(a, web.Route{Method: "GET", Path: saleschannel.OwnBase + "/earning", Perm: saleschannel.OwnPerm,
		Summary: "Sum what customers who came through the caller's own channels bought, and the caller's rebates"}, r.earningRoute)
}

// masked hides the numbers of leads that are not assigned to the caller.
func masked(ctx context.Context, rows []Lead) error {
	p := auth.Must(ctx)
	for i := range rows {
		if l := &rows[i]; l.AssigneeID != p.UserID {
			l.PhoneNumber = mask(l.PhoneNumber)
		}
	}
	return nil
}

// mask shows the first and the last digits of a number.
func mask(number string) string {
	if len(number) < 7 {
		return strings.Repeat("•", len(number))
	}
	return number[:3] + strings.Repeat("•", len(number)-5) + number[len(number)-2:]
}

func ownOf(l *Lead) Own {
	return Own{l.ID, l.Name, l.PhoneNumber, l.CountryCode, l.Status, l.Source, l.ChannelName, l.ConvertTime, l.CreateTime}
}

// Earning is what a promoter brought and got. Nothing is credited for a referral: the ledger has no such entry.
type Earning struct {
	Customers int          `json:"customers" doc:"Customers who came through the caller's channels, of the newest 1,000."`
	Recharged money.Amount `json:"recharged" doc:"Credit that they bought in all. It is a figure and credits nothing."`
	Rebates   money.Amount `json:"rebates" doc:"Rebates in the caller's own statement, for any reason."`
}

// mostCustomers of a promoter are summed.
const mostCustomers = 1000

func (r *Service) earningRoute(ctx context.Context, _ *struct{}) (*Earning, error) {
	p := auth.Must(ctx)
	rows, _, err := leads.Page(ctx, r.DB, saleschannel.OwnScope(p),
		store.ListQuery{Current: 1, Size: mostCustomers, Filters: map[string]string{"status": Converted}})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, l := range rows {
		if l.UserID != "" {
			ids = append(ids, l.UserID)
		}
	}
	e := &Earning{Customers: len(ids)}
	for some := range slices.Chunk(append(ids, p.UserID), 100) {
		accounts, err := r.Ledger.Accounts(ctx, some...)
		if err != nil {
			return nil, err
		}
		for i, a := range accounts {
			if some[i] == p.UserID {
				e.Rebates += a.Sums[ledger.Rebate]
				continue
			}
			e.Recharged += a.Sums[ledger.Recharge] + a.Sums[ledger.PlatformRecharge]
		}
	}
	return e, nil
}
