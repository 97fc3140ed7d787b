package saleschannel

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/plain"
)

// Limits of what is written, in characters.
const (
	mostName   = 20
	mostRemark = 255
	mostValue  = 100
)

// ParamNames are the campaign parameters that a channel can have.
var ParamNames = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"}

// Form is a channel as it is written. A change replaces all fields.
type Form struct {
	ID         string            `json:"id,omitempty" maxLength:"64" doc:"Id of the channel to change."`
	Name       string            `json:"name" example:"Spring fair" doc:"At most 20 characters."`
	Kind       string            `json:"kind" enum:"@saleschannel_kind"`
	OwnerID    string            `json:"ownerId,omitempty" maxLength:"64" doc:"Id of a user with the role promoter or sales. It is the referrer of customers who come through the channel."`
	LinkID     string            `json:"linkId,omitempty" maxLength:"64" doc:"Id of a shunting link of the same customer."`
	Params     map[string]string `json:"params,omitempty" doc:"Campaign parameters utm_source, utm_medium, utm_campaign, utm_term and utm_content, of at most 100 characters."`
	Remark     string            `json:"remark,omitempty" doc:"At most 255 characters."`
	CustomerID string            `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer of a new channel, for staff and agents. Default: the caller; for staff the platform itself."`
}

// makeChannel makes a channel of a form. Faults: 404; 400 of its fields.
func (r *Service) makeChannel(ctx context.Context, w *Form) (string, Channel, error) {
	now := r.Now().UTC()
	c := Channel{ID: r.NewID(ctx), Code: r.NewCode(), Status: Enabled, CreateTime: now, Version: 1}
	var err error
	if c.Owner, c.CustomerName, err = r.TenantOf(ctx, w.CustomerID); err != nil {
		return "", c, err
	}
	c.CustomerID = c.Owner.Tenant
	return c.ID, c, r.changeChannel(ctx, w, &c)
}

// changeChannel lays a form over a channel. The link is the channel's from then on, before the channel is written: a call that ends in
// between is repeated, or leaves a link with a reference to a channel that can take it again.
func (r *Service) changeChannel(ctx context.Context, w *Form, c *Channel) error {
	w.Name, w.Remark = strings.TrimSpace(plain.Text(w.Name)), strings.TrimSpace(plain.Text(w.Remark))
	if n := utf8.RuneCountInString(w.Name); n == 0 || n > mostName || strings.ContainsRune(w.Name, '\n') {
		return fault.Bad("name", "saleschannel.name", "n", mostName)
	}
	if utf8.RuneCountInString(w.Remark) > mostRemark {
		return fault.Bad("remark", "saleschannel.remark", "n", mostRemark)
	}
	params := map[string]string{}
	for name, value := range w.Params {
		value = strings.TrimSpace(plain.Text(value))
		if !slices.Contains(ParamNames, name) || utf8.RuneCountInString(value) > mostValue || strings.ContainsRune(value, '\n') {
			return fault.Bad("params", "saleschannel.params", "n", mostValue)
		}
		if value != "" {
			params[name] = value
		}
	}
	if w.OwnerID != c.OwnerID {
		c.OwnerID, c.OwnerName = w.OwnerID, ""
		if w.OwnerID != "" {
			var err error
			if c.OwnerName, err = r.promoter(ctx, c.Owner, w.OwnerID); err != nil {
				return err
			}
		}
	}
	if w.LinkID != c.LinkID && w.LinkID != "" {
		l, err := r.Refer(ctx, c.Owner.Tenant, w.LinkID, c.ID, Reference(c.Code))
		if err != nil {
			return err
		}
		c.LinkName, c.LinkCode = l.Name, l.Code
	} else if w.LinkID == "" {
		c.LinkName, c.LinkCode = "", ""
	}
	c.Name, c.Kind, c.Remark, c.Params, c.LinkID, c.UpdateTime = w.Name, w.Kind, w.Remark, params, w.LinkID, r.Now().UTC()
	return nil
}
