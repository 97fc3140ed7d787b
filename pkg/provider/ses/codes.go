package ses

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"herald/pkg/provider"
)

// Words that are no exceptions of the service.
const (
	notAsked      = "NotAsked"                    // we would not send that
	dailyQuota    = "DailyQuota"                  // TooManyRequestsException, of the day
	unverified    = "IdentityNotVerified"         // MessageRejected, of a sender that is not verified
	suppressed    = "Suppressed"                  // a bounce: on the service's own list
	onAccountList = "OnAccountSuppressionList"    // a bounce: on the account's list
	rejected      = "Reject"                      // an event: a virus was found
	rendering     = "RenderingFailure"            // an event
	complaint     = "Complaint"                   // an event
	noDetail      = "BounceWithoutStatus"         // a permanent bounce without an enhanced status code
	softNoDetail  = "SoftBounceWithoutStatus"     // likewise a passing one
	onTenantList  = "OnTenantSuppressionList"     // a bounce: on the list of the service's tenant
	unsubscribed  = "SubscriptionUnsubscribedAll" // an event
)

// class is one kind of refusal: the pipeline's action, its meaning for the sending customer, and its words. The service has no
// numbers. The number of a word is the first of its class and the word's place in it, so lists only ever grow at their ends.
// Numbers from 400 to 599 belong to enhanced status codes (provider.EnhancedCode).
type class struct {
	first  int
	name   string
	out    provider.Outcome
	reason provider.Reason
	words  []string
}

// classes of facts §3. A sender that a person must repair (Stop) keeps its recipients unsent: Retry. An internal failure of the
// service is a doubt: the email may have been taken.
var classes = []class{
	{100, "rate", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second}, provider.TooFast,
		[]string{"TooManyRequestsException", "ThrottlingException", "Throttling", "RequestLimitExceeded"}},
	{200, "doubt", provider.Outcome{Verdict: provider.Unknown}, provider.OtherReason,
		[]string{"InternalServiceErrorException", "InternalFailure", "ServiceUnavailable", "ServiceUnavailableException",
			"InternalServerError"}},
	{300, "account", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true}, provider.OtherReason,
		[]string{"AccountSuspendedException", "SendingPausedException", "NotFoundException", "AccessDeniedException",
			"UnrecognizedClientException", "InvalidSignatureException", "InvalidClientTokenId", "ExpiredTokenException",
			"MissingAuthenticationTokenException", "IncompleteSignature", "OptInRequired", "SignatureDoesNotMatch", "AccessDenied"}},
	{600, "domain", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true}, provider.Unproven,
		[]string{"MailFromDomainNotVerifiedException", unverified}},
	{700, "day", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: dailyWait}, provider.TooFast,
		[]string{"LimitExceededException", dailyQuota}},
	{800, "content", provider.Outcome{Verdict: provider.Rejected}, provider.BadContent,
		[]string{"MessageRejected", "BadRequestException", "ValidationException", notAsked, rejected, rendering}},
	{900, "list", provider.Outcome{Verdict: provider.Rejected, Bounce: provider.Blacklist}, provider.Blacklisted,
		[]string{suppressed, onAccountList, onTenantList}},
	{1000, "complaint", provider.Outcome{Verdict: provider.Rejected, Suppress: true}, provider.OptedOut,
		[]string{complaint, unsubscribed}},
	{1100, "address", provider.Outcome{Verdict: provider.Rejected, Bounce: provider.Hard}, provider.NoMailbox, []string{noDetail}},
	{1200, "passing", provider.Outcome{Verdict: provider.Rejected, Bounce: provider.Soft}, provider.NotNow, []string{softNoDetail}},
}

// find gives the class of a word, and its number.
func find(word string) (*class, int) {
	for i := range classes {
		if at := slices.Index(classes[i].words, word); at >= 0 {
			return &classes[i], classes[i].first + at
		}
	}
	return nil, 0
}

// numberOf is the number of a word that has a class.
func numberOf(word string) int {
	_, code := find(word)
	return code
}

// outcomeOf is the outcome of an error of the service; an unknown error is a doubt, as its meaning is unknown. from is the sender's
// address.
func outcomeOf(r *Refused, from string) provider.Outcome {
	c, code := find(wordOf(r, from))
	if c == nil {
		return provider.Outcome{Detail: provider.Clip(r.Error())}
	}
	out := c.out
	out.Code, out.Detail = code, provider.Clip(r.Error())
	return out
}

// wordOf tells apart what the service gives the same name: the limit of a second from that of a day, and a bad message from a sender
// that is not verified. In the sandbox of the service recipients have to be verified too, so the text has to name the sender.
func wordOf(r *Refused, from string) string {
	text := strings.ToLower(r.Message)
	switch domain := from[strings.LastIndexByte(from, '@')+1:]; {
	case r.Name == "TooManyRequestsException" && strings.Contains(text, "daily"):
		return dailyQuota
	case r.Name == "MessageRejected" && strings.Contains(text, "not verified") && domain != "" && names(text, strings.ToLower(domain)):
		return unverified
	}
	return r.Name
}

// names reports a text that has a domain as a whole word, alone or behind an address.
func names(text, domain string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,;:<>[]()'\"", c) }),
		func(word string) bool {
			return strings.TrimRight(word[strings.LastIndexByte(word, '@')+1:], ".") == domain
		})
}

// Reason is the meaning of a number of ours, or of an enhanced status code, for the sending customer.
func Reason(code int) provider.Reason {
	for i := range classes {
		if code >= classes[i].first && code < classes[i].first+100 {
			return classes[i].reason
		}
	}
	return cmp.Or(provider.EnhancedReason(code), provider.OtherReason)
}

// OutcomeOf is the outcome of a call other than a send that the service refused.
func OutcomeOf(r *Refused) provider.Outcome { return outcomeOf(r, "") }
