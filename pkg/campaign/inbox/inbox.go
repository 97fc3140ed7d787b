package inbox

import (
	"context"
	"slices"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Conversation is a number and what was said, as it is shown.
type Conversation struct {
	ID           string     `dynamodbav:"id" json:"id"`
	PhoneNumber  string     `dynamodbav:"p" json:"phoneNumber" doc:"Phone number: E.164 without +."`
	CountryCode  string     `dynamodbav:"co,omitempty" json:"countryCode"`
	Channel      string     `dynamodbav:"ch" json:"channel" enum:"whatsapp,sms"`
	Status       string     `dynamodbav:"st" json:"status" enum:"open,closed" doc:"A new reply of the recipient opens the conversation again."`
	LastMessage  string     `dynamodbav:"lm" json:"lastMessage" doc:"Start of the last message. Empty for a picture without caption."`
	LastKind     string     `dynamodbav:"lk" json:"lastKind" enum:"text,image,video,audio,document,sticker,location,reaction,template,other,"`
	LastIn       bool       `dynamodbav:"li" json:"lastIn" doc:"True when the recipient sent it."`
	LastTime     time.Time  `dynamodbav:"lt" json:"lastTime"`
	Unread       int        `dynamodbav:"u" json:"unread"`
	WindowUntil  *time.Time `dynamodbav:"w,omitempty" json:"windowUntil" doc:"End of the reply window. Afterwards only templates can be sent. Null: no end."`
	OrderID      string     `dynamodbav:"oi,omitempty" json:"orderId,omitempty" doc:"Id of the last order that the recipient replied to."`
	OrderNo      string     `dynamodbav:"on,omitempty" json:"orderNo,omitempty"`
	OrderName    string     `dynamodbav:"om,omitempty" json:"orderName,omitempty"`
	AssigneeID   string     `dynamodbav:"ai,omitempty" json:"assigneeId,omitempty"`
	AssigneeName string     `dynamodbav:"an,omitempty" json:"assigneeName,omitempty"`
	CustomerID   string     `dynamodbav:"cu" json:"customerId"`
	CustomerName string     `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time  `dynamodbav:"ct" json:"createTime"`

	Name   string   `dynamodbav:"nm,omitempty" json:"name,omitempty" doc:"Name of the contact: as a user wrote it, else of its contact list, else of its profile at the provider."`
	Tags   []string `dynamodbav:"tg,omitempty" json:"tags,omitempty"`
	Orders []string `dynamodbav:"os,omitempty" json:"-"` // that were answered, the newest last
}

// States of a conversation.
const (
	Open   = "open"
	Closed = "closed"
)

// States of a reply. What a recipient wrote has none.
const (
	toSend  = "toSend"
	unknown = "unknown" // the provider may have it: the outcome is unknown
	sent    = "sent"
	arrived = "arrived"
	read    = "read"
	failed  = "failed"
)

// rank orders the states that receipts bring: they only rise.
var rank = map[string]int{toSend: 0, unknown: 1, sent: 2, failed: 3, arrived: 4, read: 5}

// Message is one of a conversation.
type Message struct {
	ID      string       `dynamodbav:"id" json:"id"`
	In      bool         `dynamodbav:"in" json:"in" doc:"True when the recipient sent it."`
	Kind    string       `dynamodbav:"k" json:"kind" enum:"text,image,video,audio,document,sticker,location,reaction,template,note,other" doc:"note: an internal note, which is never sent."`
	Text    string       `dynamodbav:"x,omitempty" json:"text,omitempty" doc:"Text or caption. For a template its text with the placeholders filled."`
	Media   string       `dynamodbav:"m,omitempty" json:"mediaId,omitempty" doc:"Id of the uploaded picture of a reply."`
	File    string       `dynamodbav:"f,omitempty" json:"file,omitempty" enum:"waits,ready,tooLarge,lost,daily," doc:"State of a file that the recipient sent. ready: can be downloaded. daily: the daily limit is reached."`
	Name    string       `dynamodbav:"fn,omitempty" json:"fileName,omitempty"`
	Type    string       `dynamodbav:"ft,omitempty" json:"fileType,omitempty"`
	Size    int64        `dynamodbav:"fs,omitempty" json:"fileSize,omitempty"`
	Quotes  string       `dynamodbav:"q,omitempty" json:"quotes,omitempty" doc:"Id of the message that it quotes."`
	OrderID string       `dynamodbav:"oi,omitempty" json:"orderId,omitempty" doc:"Id of the order that the recipient replied to."`
	OrderNo string       `dynamodbav:"on,omitempty" json:"orderNo,omitempty"`
	Word    string       `dynamodbav:"w,omitempty" json:"word,omitempty" enum:"stop,start," doc:"The recipient opted out of messages, or in again."`
	Time    time.Time    `dynamodbav:"t" json:"time"`
	State   string       `dynamodbav:"s,omitempty" json:"state,omitempty" enum:"toSend,unknown,sent,arrived,read,failed," doc:"State of a reply. unknown: the provider may have accepted it, and it is not sent again."`
	Reason  string       `dynamodbav:"r,omitempty" json:"reason,omitempty" doc:"Reason why the reply failed."`
	By      string       `dynamodbav:"b,omitempty" json:"operator,omitempty"`
	Cost    money.Amount `dynamodbav:"c,omitempty" json:"cost,omitempty" doc:"Cost of a reply. Reserved at first, charged when it is sent, released when it is not."`

	Quoted     *Quote `dynamodbav:"qd,omitempty" json:"quoted,omitempty" doc:"Start of the message that it quotes."`
	OperatorID string `dynamodbav:"bi,omitempty" json:"operatorId,omitempty" doc:"Id of the author of a note."`
}

// kept is a message with what only the module knows.
type storedReply struct {
	Message
	Template *provider.TemplatePart `dynamodbav:"tp,omitempty"`
	Context  string                 `dynamodbav:"cx,omitempty"` // the provider's id of the message that a reply quotes
	Provider string                 `dynamodbav:"pv,omitempty"` // the provider's id of a reply
	Picture  string                 `dynamodbav:"pi,omitempty"` // file of a template's header
	Uploaded string                 `dynamodbav:"pm,omitempty"` // the provider's id of the picture that is sent
	Tries    int                    `dynamodbav:"n,omitempty"`
	Object   string                 `dynamodbav:"ob,omitempty"` // where the recipient's file lies
	There    *provider.InboundMedia `dynamodbav:"th,omitempty"` // and with the provider
	Bill     *bill                  `dynamodbav:"bl,omitempty"`
	Whose    auth.Owner             `dynamodbav:"wo,omitempty"` // in whose name a reply speaks
	Expires  int64                  `dynamodbav:"ttl"`
}

// entity is the row of a conversation.
type entity struct {
	Conversation
	Owner       auth.Owner `dynamodbav:"o"`
	Scopes      []string   `dynamodbav:"sc"` // that see it
	Lent        string     `dynamodbav:"le,omitempty"`
	Sender      string     `dynamodbav:"sn"`
	LastInbound int64      `dynamodbav:"hd,omitempty"` // unix ms of the recipient's last message
	To          string     `dynamodbav:"to,omitempty"` // the number that the recipient wrote to, of several that the sender has
	Number      uint64     `dynamodbav:"nu"`
	Version     int64      `dynamodbav:"v"`
	Mark        string     `dynamodbav:"mk,omitempty"`
	Names       names      `dynamodbav:"ns,omitempty"`
}

// Recipient is who is written to.
type Recipient struct {
	Number           uint64
	Country, Channel string
}

// Service is the module of conversations.
type Service struct {
	DB       store.DB
	Files    *upload.Service
	Settings *setting.Store
	Queues   queue.Queues
	Hub      *push.Hub
	Senders  *provider.Registry
	// Gate returns why a message of a tenant must not go to a number now: a reason, and until when if that is known;
	// "" when it may. An answer to a recipient is blocked only by the recipient's own word and by lists. A message
	// with a name is counted for the cap.
	Gate   func(ctx context.Context, tenant string, to Recipient, answers bool, counts string) (reason string, until time.Time, err error)
	Ledger *ledger.Ledger
	Prices *price.List
	Now    func() time.Time
	NewID  func(ctx context.Context) string
	Log    func(line map[string]any)
	Text   func(ctx context.Context, key string) string
	// Assignee returns the name of a user that the scope sees and that belongs to an owner's tenant, is its agent, or
	// is staff; the 404 fault for any other id.
	Assignee func(ctx context.Context, scope auth.Scope, of auth.Owner, userID string) (string, error)

	// ContactName returns the name of a recipient of an order as its contact list has it; "" when that is unknown.
	ContactName func(ctx context.Context, orderID string, number uint64) (string, error)
	// Discount is what a customer is given back of a charge, in percent.
	Discount func(ctx context.Context, tenant string) (int, error)
}

func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

// Live is the push to the console: ids only.
type Live struct {
	ID string `json:"id"`
}

// tell makes the consoles of the users who see a conversation reload it: its owner and its agent, its assignee, and
// staff. It carries an id only, so each user reads what the scope allows. A push that fails is logged.
func (r *Service) tell(ctx context.Context, e *entity) {
	news := &push.Message{Type: "inbox", Data: Live{e.ID}}
	err := r.Hub.BroadcastEach(ctx, func(s push.Socket) *push.Message {
		if s.Type == int(auth.Admin) || s.User != "" &&
			slices.Contains([]string{e.Owner.User, e.Owner.Tenant, e.Owner.Agent, e.AssigneeID}, s.User) {
			return news
		}
		return nil
	})
	if err != nil {
		r.Log(map[string]any{"warning": "push: " + err.Error(), "conversation": e.ID})
	}
}
