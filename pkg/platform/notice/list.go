package notice

import (
	"strconv"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// Item is a post in the lists of staff.
type Item struct {
	ID         string     `dynamodbav:"id" json:"id"`
	Title      Text       `dynamodbav:"t" json:"title"`
	Summary    Text       `dynamodbav:"su,omitempty" json:"summary"`
	Contents   *Contents  `dynamodbav:"-" json:"contents" doc:"in the caller's language"`
	Status     Status     `dynamodbav:"s" json:"status" doc:"1 draft, 2 scheduled, 3 published, 4 revoked, 5 cancelled, 6 expired"`
	NoticeType int        `dynamodbav:"ty,omitempty" json:"noticeType,omitempty" doc:"of a notice: 1 notice, 2 reminder"`
	Audience   Group      `dynamodbav:"a" json:"audience"`
	Publish    *time.Time `dynamodbav:"wa,omitempty" json:"publishTime" doc:"when it is to be published"`
	Expire     *time.Time `dynamodbav:"x,omitempty" json:"expireTime"`
	Published  *time.Time `dynamodbav:"at,omitempty" json:"noticeTime" doc:"when it was published"`
	Operator   string     `dynamodbav:"by" json:"operator" doc:"its author"`
	CreateTime time.Time  `dynamodbav:"ca" json:"createTime"`
	UpdateTime time.Time  `dynamodbav:"ua" json:"updateTime"`
}

// Contents are the heading of a notice in the reader's language.
type Contents struct {
	Title   string `json:"title"`
	Summary string `json:"summary"`
}

// Group is an audience in a list: how many users it names instead of which.
type Group struct {
	Kind  string `dynamodbav:"k" json:"kind" enum:"all,types,users"`
	Types []int  `dynamodbav:"t,omitempty" json:"types,omitempty"`
	Count int    `dynamodbav:"n,omitempty" json:"count,omitempty" doc:"of kind users"`
}

func itemOf(p *Post) Item {
	i := Item{ID: p.ID, Title: p.Title, Summary: p.Summary, Status: p.Status, NoticeType: p.Type, Publish: p.WishAt, Expire: p.WishEnd, Published: p.At,
		Audience: Group{p.Audience.Kind, p.Audience.Types, len(p.Audience.UserIDs)}, Operator: p.By, CreateTime: p.Created, UpdateTime: p.Updated}
	if p.Until != nil {
		i.Expire = p.Until
	}
	return i
}

// everybody who may manage posts sees all of them: they are the platform's.
const everybody = string(auth.Everything)

func listOf(k Kind) store.List[Item] {
	when := func(name string, get func(*Item) *time.Time) store.Column[Item] {
		return store.Column[Item]{Name: name, Kind: store.Time, Sort: true, Get: func(i *Item) any {
			if at := get(i); at != nil {
				return *at
			}
			return time.Time{}
		}}
	}
	return store.List[Item]{Table: table, Entity: string(k), Columns: []store.Column[Item]{
		when("createTime", func(i *Item) *time.Time { return &i.CreateTime }),
		when("publishTime", func(i *Item) *time.Time { return i.Publish }),
		when("noticeTime", func(i *Item) *time.Time { return i.Published }),
		when("expireTime", func(i *Item) *time.Time { return i.Expire }),
		{Name: "title", Kind: store.Text, Sort: true, Get: func(i *Item) any { return i.Title.all() + " " + i.Summary.all() }},
		{Name: "status", Kind: store.Exact, Sort: true, Words: []string{"1", "2", "3", "4", "5", "6"}, Get: func(i *Item) any { return strconv.Itoa(int(i.Status)) }},
		{Name: "noticeType", Kind: store.Exact, Words: []string{"1", "2"}, Get: func(i *Item) any { return strconv.Itoa(i.NoticeType) }},
		{Name: "operator", Kind: store.Text, Sort: true, Get: func(i *Item) any { return i.Operator }},
	}}
}
