package sdk

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"

	"herald/pkg/provider"
	"herald/pkg/provider/ses"
)

// refusal is the error of a call other than Send.
func refusal(err error) error {
	err = refused(err)
	var r *ses.Refused
	if errors.As(err, &r) {
		return &provider.Refusal{Outcome: ses.OutcomeOf(r)}
	}
	return &provider.Refusal{Outcome: provider.CallFailed(err)}
}

// missing reports an answer that the thing is not there.
func missing(err error) bool {
	var e *types.NotFoundException
	return errors.As(err, &e)
}

// Quota reads the account.
func (c client) Quota(ctx context.Context) (q provider.EmailQuota, err error) {
	out, err := c.api.GetAccount(ctx, &sesv2.GetAccountInput{})
	if err != nil {
		return q, refusal(err)
	}
	q.Paused = !out.SendingEnabled || aws.ToString(out.EnforcementStatus) == "SHUTDOWN"
	if s := out.SendQuota; s != nil {
		q.PerSecond, q.SentToday = s.MaxSendRate, int(s.SentLast24Hours)
		if s.Max24HourSend > 0 { // -1 is without a bound
			q.PerDay = int(s.Max24HourSend)
		}
	}
	return q, nil
}

var causes = map[types.SuppressionListReason]provider.SuppressionCause{
	types.SuppressionListReasonBounce: provider.SuppressedBounce, types.SuppressionListReasonComplaint: provider.SuppressedComplaint,
}

// Suppressed reads an entry of the account's suppression list.
func (c client) Suppressed(ctx context.Context, address string) (s provider.Suppression, ok bool, err error) {
	out, err := c.api.GetSuppressedDestination(ctx, &sesv2.GetSuppressedDestinationInput{EmailAddress: &address})
	if missing(err) {
		return s, false, nil
	}
	if err != nil {
		return s, false, refusal(err)
	}
	if d := out.SuppressedDestination; d != nil {
		s = provider.Suppression{Cause: causes[d.Reason], Since: aws.ToTime(d.LastUpdateTime).UTC()}
	}
	return s, true, nil
}

// Suppress adds an entry.
func (c client) Suppress(ctx context.Context, address string, why provider.SuppressionCause) error {
	reason := types.SuppressionListReasonBounce
	if why == provider.SuppressedComplaint {
		reason = types.SuppressionListReasonComplaint
	}
	_, err := c.api.PutSuppressedDestination(ctx, &sesv2.PutSuppressedDestinationInput{EmailAddress: &address, Reason: reason})
	if err != nil {
		return refusal(err)
	}
	return nil
}

// Unsuppress removes an entry.
func (c client) Unsuppress(ctx context.Context, address string) error {
	_, err := c.api.DeleteSuppressedDestination(ctx, &sesv2.DeleteSuppressedDestinationInput{EmailAddress: &address})
	if err != nil && !missing(err) {
		return refusal(err)
	}
	return nil
}

// CreateIdentity adds a domain, or reads one that is there.
func (c client) CreateIdentity(ctx context.Context, domain string) (provider.Identity, error) {
	_, err := c.api.CreateEmailIdentity(ctx, &sesv2.CreateEmailIdentityInput{EmailIdentity: &domain})
	var there *types.AlreadyExistsException
	if err != nil && !errors.As(err, &there) {
		return provider.Identity{}, refusal(err)
	}
	return c.Identity(ctx, domain)
}

var states = map[string]provider.IdentityStatus{
	"PENDING": provider.IdentityPending, "SUCCESS": provider.IdentityVerified, "FAILED": provider.IdentityFailed,
	"TEMPORARY_FAILURE": provider.IdentityTemporary, "NOT_STARTED": provider.IdentityNone, "": provider.IdentityNone,
}

// Identity reads a domain.
func (c client) Identity(ctx context.Context, domain string) (id provider.Identity, err error) {
	out, err := c.api.GetEmailIdentity(ctx, &sesv2.GetEmailIdentityInput{EmailIdentity: &domain})
	if missing(err) {
		return id, provider.ErrNoIdentity
	}
	if err != nil {
		return id, refusal(err)
	}
	id = provider.Identity{Domain: domain, Sending: out.VerifiedForSendingStatus, Status: states[string(out.VerificationStatus)],
		DKIM: provider.IdentityNone, MailFrom: provider.IdentityNone}
	if v := out.VerificationInfo; v != nil {
		id.Problem = string(v.ErrorType)
	}
	if m := out.MailFromAttributes; m != nil {
		id.MailFrom, id.MailFromDomain = states[string(m.MailFromDomainStatus)], aws.ToString(m.MailFromDomain)
	}
	if d := out.DkimAttributes; d != nil {
		id.DKIM = states[string(d.Status)]
		zone := aws.ToString(d.SigningHostedZone)
		if zone == "" {
			zone = "dkim.amazonses.com"
		}
		for _, token := range d.Tokens {
			id.Records = append(id.Records, provider.DNSRecord{Type: "CNAME", Name: token + "._domainkey." + domain, Value: token + "." + zone})
		}
	}
	return id, nil
}

// DeleteIdentity removes a domain.
func (c client) DeleteIdentity(ctx context.Context, domain string) error {
	_, err := c.api.DeleteEmailIdentity(ctx, &sesv2.DeleteEmailIdentityInput{EmailIdentity: &domain})
	if err != nil && !missing(err) {
		return refusal(err)
	}
	return nil
}
