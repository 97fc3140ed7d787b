package emailtemplate

import (
	"time"

	"herald/pkg/kit/store"
)

// Statuses of a template.
const (
	Enabled  = "enabled"
	Disabled = "disabled" // new orders cannot use it
)

// Template is an email template as a list shows it.
type Template struct {
	ID           string    `dynamodbav:"id" json:"id"`
	Name         string    `dynamodbav:"n" json:"name"`
	Status       string    `dynamodbav:"s" json:"status" enum:"enabled,disabled" doc:"New orders can use enabled templates only."`
	Subject      string    `dynamodbav:"sj" json:"subject" doc:"Subject of the email. Placeholders are allowed."`
	Format       string    `dynamodbav:"f" json:"format" enum:"html"`
	Placeholders []string  `dynamodbav:"p,omitempty" json:"placeholders" nullable:"false" doc:"Names of the placeholders of subject and design, in the order of their first use."`
	Version      int64     `dynamodbav:"v" json:"version" doc:"Every edit increases it. An edit sends the version that was read."`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
}

// Service is the module of email templates.
type Service struct {
	DB store.DB
}
