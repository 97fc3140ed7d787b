package client

import (
	"context"
	"net/http"
	"time"

	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/money"
)

// Session is what a sign-in gives (decisions §10).
type Session struct {
	Token        string `json:"token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int    `json:"expires_in"`
	Info         struct {
		UserID             string `json:"userId"`
		MustChangePassword bool   `json:"mustChangePassword"`
	} `json:"info"`
	Roles       []string `json:"roles"`
	Permissions []string `json:"permissions"`
}

// SignIn gives a client that is signed in.
func (c *Client) SignIn(ctx context.Context, l Login) (*Client, error) {
	s, err := Post[Session](ctx, c, "/oauth/login", l)
	if err != nil {
		return nil, err
	}
	signed := *c
	signed.Token, signed.UserID = s.Token, s.Info.UserID
	return &signed, nil
}

// NewPassword changes the password of a user and signs it in with the new one: every session ends with a change.
func (c *Client) NewPassword(ctx context.Context, old Login, password string) (*Client, error) {
	in, err := c.SignIn(ctx, old)
	if err != nil {
		return nil, err
	}
	body := map[string]string{"oldPass": old.Password, "newPass": password, "confirmPass": password}
	if _, err := Put[Any](ctx, in, "/pi/personal/info/pass", body); err != nil {
		return nil, err
	}
	return c.SignIn(ctx, Login{Username: old.Username, Password: password})
}

// Customer is the body of a new customer (decisions §10). The login name is the phone, the first password its last six digits.
type Customer struct {
	Name         string `json:"name"`
	Phone        string `json:"phone"`
	Email        string `json:"email"`
	CompanyName  string `json:"companyName"`
	CountryCode  string `json:"countryCode"`
	CustomerType string `json:"customerType"` // person or enterprise
	ParentID     string `json:"parentId,omitempty"`
}

// Initial is the first sign-in of a new customer.
func (n Customer) Initial() Login {
	return Login{Username: n.Phone, Password: n.Phone[len(n.Phone)-6:]}
}

type userID struct {
	UserID string `json:"userId"`
}

// AddCustomer makes a first-level customer; the caller is staff or an agent.
func (c *Client) AddCustomer(ctx context.Context, n Customer) (id string, err error) {
	out, err := Post[userID](ctx, c, "/aty/customerinfo", n)
	return out.UserID, err
}

// AddSecondary makes a secondary of the caller, or of n.ParentID when the caller is staff.
func (c *Client) AddSecondary(ctx context.Context, n Customer) (id string, err error) {
	out, err := Post[userID](ctx, c, "/aty/customerinfo/secondary", n)
	return out.UserID, err
}

// Recharge gives whole credits to a user; the caller is staff. The same key (empty for none) pays once.
func (c *Client) Recharge(ctx context.Context, id string, credits int64, key string) error {
	caller := &c.Client
	if key != "" {
		caller = c.With("Idempotency-Key", key)
	}
	return caller.Tell(ctx, http.MethodPut, "/aty/customerinfo/recharge", map[string]any{"userId": id, "amount": credits, "currency": "RMB"})
}

// Price sets what a service costs a user in a country; user "platform" and country "*" are the defaults.
func (c *Client) Price(ctx context.Context, user, service, country string, price money.Amount) error {
	body := map[string]any{"userId": user, "service": service, "countryCode": country, "price": price}
	_, err := Post[Any](ctx, c, "/aty/customerinfo/price/charge/save", body)
	return err
}

// Set writes a setting; the caller is an admin.
func (c *Client) Set(ctx context.Context, key, value string) error {
	_, err := Put[Any](ctx, c, "/lop/system/config/"+key, map[string]string{"value": value})
	return err
}

// Unset gives a setting its default back.
func (c *Client) Unset(ctx context.Context, key string) error {
	return c.Tell(ctx, http.MethodDelete, "/lop/system/config/"+key, nil)
}

// Me is the part of the caller's personal info that clients decide by.
type Me struct {
	UserID   string       `json:"userId"`
	Name     string       `json:"name"`
	Balance  money.Amount `json:"balance"`
	Reserved money.Amount `json:"reserved"`
}

// Me reads the caller's personal info.
func (c *Client) Me(ctx context.Context) (Me, error) { return Get[Me](ctx, c, "/pi/personal/info") }

// Line of a statement (decisions §10). Amount is signed; Balance is what is available after it.
type Line struct {
	SerialNumber string       `json:"serialNumber"`
	BusinessType string       `json:"businessType"`
	Amount       money.Amount `json:"amount"`
	Balance      money.Amount `json:"balance"`
	OperatorType string       `json:"operatorType"`
	Operator     string       `json:"operator"`
	CreateTime   time.Time    `json:"createTime"`
	Remark       string       `json:"remark"`
	OrderRef     string       `json:"orderRef"` // id of the order, a dot and its generation
}

// Statement reads the caller's own lines, newest first.
func (c *Client) Statement(ctx context.Context) ([]Line, error) {
	return apiclient.All[Line](ctx, &c.Client, "/pi/personal/info/statement/page", "")
}

// Reconciled is the answer of the ledger's own check: nothing in Differences when every unit is explained.
type Reconciled struct {
	ID, Status          string
	Accounts, Entries   int
	Available, Reserved money.Amount
	Differences         []string
}

// Reconcile lets the ledger check itself in the background and waits for what it found; the caller is an admin.
func (c *Client) Reconcile(ctx context.Context) (Reconciled, error) { return c.Check(ctx, "books") }

// Check has a kind of check run (books or payments) and waits for what it found; the caller is an admin.
func (c *Client) Check(ctx context.Context, kind string) (Reconciled, error) {
	path := "/aty/accountstatement/reconcile?kind=" + kind
	began, err := Post[Reconciled](ctx, c, path, struct{}{})
	for err == nil && (began.Status != "done") {
		select {
		case <-ctx.Done():
			return began, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
		began, err = Get[Reconciled](ctx, c, path)
	}
	return began, err
}
