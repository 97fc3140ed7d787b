package notice

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Item is a post in the lists of staff.
type Item struct {
	ID         string     `dynamodbav:"id" json:"id"`
	Title      Text       `dynamodbav:"t" json:"title"`
	Summary    Text       `dynamodbav:"su,omitempty" json:"summary"`
	Contents   *Contents  `dynamodbav:"-" json:"contents" doc:"Text in the caller's language."`
	Status     Status     `dynamodbav:"s" json:"status" doc:"1 draft, 2 scheduled, 3 published, 4 revoked, 5 cancelled, 6 expired."`
	NoticeType int        `dynamodbav:"ty,omitempty" json:"noticeType,omitempty" doc:"For a notice: 1 notice, 2 reminder."`
	Audience   Group      `dynamodbav:"a" json:"audience"`
	Publish    *time.Time `dynamodbav:"wa,omitempty" json:"publishTime" doc:"Scheduled time of publishing."`
	Expire     *time.Time `dynamodbav:"x,omitempty" json:"expireTime"`
	Published  *time.Time `dynamodbav:"at,omitempty" json:"noticeTime" doc:"Time of publishing."`
	Operator   string     `dynamodbav:"by" json:"operator" doc:"Name of the author."`
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
	Count int    `dynamodbav:"n,omitempty" json:"count,omitempty" doc:"Number of users of kind users."`
}

func itemOf(p *Post) Item {
	i := Item{ID: p.ID, Title: p.Title, Summary: p.Summary, Status: p.Status, NoticeType: p.Type, Publish: p.PublishAt, Expire: p.ExpireAt,
		Published: p.At,
		Audience:  Group{p.Audience.Kind, p.Audience.Types, len(p.Audience.UserIDs)}, Operator: p.By, CreateTime: p.Created,
		UpdateTime: p.Updated}
	if p.Until != nil {
		i.Expire = p.Until
	}
	return i
}

// allPosts is the scope that covers all posts. They are the platform's, so all who may manage posts see all of them.
const allPosts = string(auth.Everything)

// listOf is the list of a kind.
func listOf(k Kind) store.List[Item] {
	return store.List[Item]{Table: table, Entity: string(k), Columns: []store.Column[Item]{
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Get: func(i *Item) any { return i.CreateTime }},
		{Name: "publishTime", Kind: store.Time, Sort: true, Get: func(i *Item) any { return i.Publish }},
		{Name: "noticeTime", Kind: store.Time, Sort: true, Get: func(i *Item) any { return i.Published }},
		{Name: "expireTime", Kind: store.Time, Sort: true, Get: func(i *Item) any { return i.Expire }},
		{Name: "title", Kind: store.Text, Sort: true, Filter: true, Doc: "Part of the title or the summary.",
			Get: func(i *Item) any { return i.Title.all() + " " + i.Summary.all() }},
		{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.",
			Words: []string{"1", "2", "3", "4", "5", "6"},
			Get:   func(i *Item) any { return int(i.Status) }},
		{Name: "noticeType", Kind: store.Exact, Filter: true, Words: []string{"1", "2"}, Get: func(i *Item) any { return i.NoticeType }},
		{Name: "operator", Kind: store.Text, Sort: true, Filter: true, Get: func(i *Item) any { return i.Operator }},
	}}
}

// inLanguage fills in what a list shows in the caller's language.
func inLanguage(ctx context.Context, rows []Item) error {
	lang := web.LangOf(ctx)
	for i := range rows {
		rows[i].Contents = &Contents{rows[i].Title.In(lang), rows[i].Summary.In(lang)}
	}
	return nil
}
