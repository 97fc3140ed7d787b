package stock

import (
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// buildGroups mounts the stock of groups (group bgo).
func (r *Service) buildGroups(a *web.API) {
	const path = "/bgo/buildgroup/resource/num/{id}"
	const edit = "bgo:resource:edit"
	list.MountFor(a, list.List[GroupDay]{List: groupDays, Path: "/bgo/buildgroup/resource", Perm: edit,
		Summary: "List days with a limit of groups in a month. Default: this month and the next"}, r.groupDays)
	web.Handle(a, web.Route{Method: "GET", Path: path, Perm: web.SignedIn,
		Summary: "Get the number of groups that can be made on a day. id is yyyy-mm-dd or today"}, r.groups)
	web.Handle(a, web.Route{Method: "PUT", Path: path, Perm: edit, Summary: "Limit the number of groups on a day"}, r.groupsSet)
	web.Handle(a, web.Route{Method: "DELETE", Path: path, Perm: edit, Summary: "Remove the limit of a day"}, r.groupsDrop)
}

var groupDays = store.List[GroupDay]{Columns: []store.Column[GroupDay]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(d *GroupDay) any { return d.Updated }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Get: func(d *GroupDay) any { return d.Updated }},
	{Name: "date", Kind: store.Exact, Sort: true, Get: func(d *GroupDay) any { return d.Date }},
	{Name: "num", Kind: store.Number, Sort: true, Get: func(d *GroupDay) any { return *d.Num }},
}}

// Month is the input of the list of a month's stock of groups.
type Month struct {
	web.ListInput
	Date string `query:"date" doc:"Any day of the month, yyyy-mm-dd. Default: today and next month's days." example:"2026-11-21"`
}

func (r *Service) groupDays(_ context.Context, in *Month, l *list.List[GroupDay], _ *store.ListQuery) error {
	day, err := r.Store.day("date", in.Date)
	months := []string{day[:min(7, len(day))]}
	if in.Date == "" {
		at := r.Store.Now().In(clock.China)
		months = append(months, at.AddDate(0, 1, 1-at.Day()).Format("2006-01"))
	}
	l.Rows = func(ctx context.Context) (all []GroupDay, err error) {
		for _, month := range months {
			of, err := r.Store.groupDays(ctx, month)
			if err != nil {
				return nil, err
			}
			all = append(all, of...)
		}
		if in.Date == "" { // what is over limits nothing any more
			all = slices.DeleteFunc(all, func(d GroupDay) bool { return d.Date < day })
		}
		return all, nil
	}
	return err
}

// Num is the stock of groups of a day.
type Num struct {
	Num *int64 `json:"num" doc:"Groups that can still be made. Null: no limit."`
}

// NumRequest limits the groups of a day.
type NumRequest struct {
	Num int64 `json:"num" minimum:"0" maximum:"1000000000" example:"500"`
}

func (r *Service) groups(ctx context.Context, in *byID) (*Num, error) {
	day, err := r.Store.day("id", in.ID)
	if err != nil {
		return nil, err
	}
	row, err := r.Store.groups(ctx, day)
	return &Num{row.num()}, err
}

func (r *Service) groupsSet(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body NumRequest
}) (*Num, error) {
	day, err := r.Store.day("id", in.ID)
	if err != nil {
		return nil, err
	}
	before, err := r.Store.groups(ctx, day)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, day, Num{before.num()}, in.Body)
	return &Num{&in.Body.Num}, r.Store.setGroups(ctx, day, in.Body.Num, auth.Must(ctx).Name)
}

func (r *Service) groupsDrop(ctx context.Context, in *byID) (*web.Done, error) {
	day, err := r.Store.day("id", in.ID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, day, nil, nil)
	return &web.Done{}, r.Store.dropGroups(ctx, day)
}
