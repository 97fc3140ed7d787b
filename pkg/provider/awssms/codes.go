package awssms

import (
	"slices"
	"time"

	"herald/pkg/provider"
)

const validation = "ValidationException"

// class is one kind of refusal: the pipeline's action, its meaning for the sending customer, and its words: reasons
// of exceptions, exceptions, and types and statuses of events. The service has no numbers. The number of a word is
// the first of its class and the word's place in it, so lists only ever grow at their ends.
type class struct {
	first  int
	name   string
	out    provider.Outcome
	reason provider.Reason
	words  []string
}

// classes of facts §2.1. A sender that a person must repair (Stop) keeps its targets unsent: Retry. An internal
// failure of the service is a doubt: the message may have been taken.
var classes = []class{
	{100, "rate", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second}, provider.TooFast,
		[]string{"ThrottlingException", "TooManyRequestsException", "RequestLimitExceeded", "Throttling"}},
	{200, "doubt", provider.Outcome{Verdict: provider.Unknown}, provider.OtherReason,
		[]string{"InternalServerException", "InternalFailure", "ServiceUnavailableException"}},
	{300, "account", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true}, provider.OtherReason,
		[]string{"AccessDeniedException", "INSUFFICIENT_ACCOUNT_REPUTATION", "ACCOUNT_DISABLED", "ResourceNotFoundException",
			"NO_ORIGINATION_IDENTITIES_FOUND",
			"MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT", "ServiceQuotaExceededException", "COUNTRY_NOT_ENABLED", "DESTINATION_COUNTRY_BLOCKED",
			"DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION", "INVALID_IDENTITY_FOR_DESTINATION_COUNTRY", "SENDER_ID_NOT_REGISTERED",
			"SENDER_ID_NOT_SUPPORTED",
			"SENDER_ID_REQUIRES_REGISTRATION", "PRICE_OVER_THRESHOLD", "MESSAGE_TYPE_MISMATCH", "CHANNEL_NOT_ENABLED",
			"INTERNATIONAL_SENDING_NOT_SUPPORTED",
			"NUMBER_CAPABILITIES_MISMATCH", "RESOURCE_NOT_ACTIVE", "RESOURCE_NOT_ACCESSIBLE", "INVALID_ARN", "UnrecognizedClientException",
			"InvalidSignatureException",
			"ExpiredTokenException", "MissingAuthenticationTokenException", "IncompleteSignature", "DESTINATION_PHONE_NUMBER_NOT_VERIFIED",
			"DAILY_NOTIFY_TIER_MESSAGE_LIMIT"}},
	{400, "opt-out", provider.Outcome{Verdict: provider.Rejected, Suppress: true}, provider.OptedOut,
		[]string{"DESTINATION_PHONE_NUMBER_OPTED_OUT", "OPTED_OUT"}},
	{500, "number", provider.Outcome{Verdict: provider.Rejected}, provider.OffNetwork,
		[]string{"INVALID_PARAMETER", "COUNTRY_CODE_MISMATCH", "TEXT_INVALID", "TEXT_UNREACHABLE", "TEXT_CARRIER_UNREACHABLE",
			"TEXT_TTL_EXPIRED"}},
	{600, "filtered", provider.Outcome{Verdict: provider.Rejected}, provider.Filtered,
		[]string{"DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE", "TEXT_BLOCKED", "TEXT_CARRIER_BLOCKED", "TEXT_SPAM",
			"TEXT_PROTECT_BLOCKED"}},
	{700, "content", provider.Outcome{Verdict: provider.Rejected}, provider.OtherReason,
		[]string{"MEDIA_TYPE_NOT_SUPPORTED", "MISSING_PARAMETER", "MAXIMUM_SIZE_EXCEEDED", "FIELD_VALIDATION_FAILED", "TEXT_INVALID_MESSAGE",
			validation, "ConflictException"}},
}

// find gives the class of the first word that has one, and its number.
func find(words ...string) (*class, int) {
	for _, w := range words {
		for i := range classes {
			if at := slices.Index(classes[i].words, w); at >= 0 {
				return &classes[i], classes[i].first + at
			}
		}
	}
	return nil, 0
}

// outcomeOf is the outcome of an error of the service; an unknown error is a doubt, as its meaning is unknown.
func outcomeOf(r *Refused) provider.Outcome {
	c, code := find(r.Reason, r.Name)
	if c == nil {
		return provider.Outcome{Detail: provider.Clip(r.Error())}
	}
	out := c.out
	out.Code, out.Detail = code, provider.Clip(r.Error())
	return out
}

// Reason is the meaning of a number of ours for the sending customer.
func Reason(code int) provider.Reason {
	for i := range classes {
		if code >= classes[i].first && code < classes[i].first+100 {
			return classes[i].reason
		}
	}
	return provider.OtherReason
}
