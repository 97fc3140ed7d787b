package twilio

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

const (
	mostMedia    = 10  // files of one message
	addressLimit = 500 // bytes of a file's address; real ones have about 140
	mediaTime    = 25 * time.Second
	redirects    = 3
)

// files reads what came with a message: as its kind and its caption the first file, each further one as a message of its own.
func files(in provider.Inbound, form url.Values) []provider.Inbound {
	n, err := strconv.Atoi(form.Get("NumMedia"))
	if err != nil || n < 1 {
		return []provider.Inbound{in}
	}
	var all []provider.Inbound
	for i := range min(n, mostMedia) {
		one := in
		if i > 0 {
			one.ID, one.Text = in.ID+"."+strconv.Itoa(i), ""
		}
		address, kind := form.Get("MediaUrl"+strconv.Itoa(i)), plain(form.Get("MediaContentType"+strconv.Itoa(i)))
		if len(address) > addressLimit || len(kind) > 100 {
			address, kind = "", "" // it is shown as a file that cannot be had
		}
		one.Kind, one.Media = kindOf(kind), &provider.InboundMedia{ID: address, Type: kind}
		all = append(all, one)
	}
	return all
}

// kindOf is what a file of a content type is called in a conversation.
func kindOf(contentType string) string {
	switch kind, _, _ := strings.Cut(contentType, "/"); kind {
	case "image", "video", "audio":
		return kind
	}
	return "document"
}

// plain is a content type without its parameters.
func plain(contentType string) string {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// FetchMedia brings a file that a recipient sent; its id is its address. That must be one of the gateway's own or of MediaHosts, and so
// must be where it redirects to. The account signs in at the gateway alone: what the others give bears its right in its address.
func (a *Adapter) FetchMedia(ctx context.Context, id string, most int64) (contentType string, body []byte, err error) {
	address, err := url.Parse(id)
	if err != nil || address.Host == "" || address.Host == a.host && !a.ofMessage(address) {
		return "", nil, never("not the address of a file")
	}
	for range redirects {
		answer, err := a.media.Do(ctx, outbound.Call{Method: http.MethodGet, Path: address.String(), Header: a.identified(address), Limit: most})
		switch {
		case errors.Is(err, outbound.ErrHost):
			return "", nil, never(err.Error())
		case errors.Is(err, outbound.ErrSize):
			return "", nil, provider.ErrTooLarge
		case err != nil:
			return "", nil, &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender,
				Detail: provider.Clip(err.Error())}}
		case answer.Status == http.StatusOK:
			return plain(answer.Header.Get("Content-Type")), answer.Body, nil
		case answer.Status/100 != 3:
			return "", nil, notGiven(answer.Status)
		}
		if address, err = address.Parse(answer.Header.Get("Location")); err != nil {
			return "", nil, never("a redirect to nowhere")
		}
	}
	return "", nil, never("too many redirects")
}

// ofMessage reports whether an address of the gateway is that of a file of a message of this account; the account's credentials are
// sent to no other.
func (a *Adapter) ofMessage(address *url.URL) bool {
	rest, found := strings.CutPrefix(address.EscapedPath(), a.media.Path()+"/2010-04-01/Accounts/"+a.cfg.AccountSID+"/Messages/")
	return found && fileOfMessage.MatchString(rest) && address.RawQuery == "" && address.Fragment == ""
}

var fileOfMessage = lazyregexp.New(`^[A-Za-z0-9]{1,64}/Media/[A-Za-z0-9]{1,64}$`)

// identified are the headers of a call to an address.
func (a *Adapter) identified(to *url.URL) http.Header {
	h := http.Header{"User-Agent": {"Herald"}}
	if to.Host == a.host && a.ofMessage(to) {
		h["Authorization"] = a.header["Authorization"]
	}
	return h
}

// notGiven is the refusal of a status. A deleted file is refused for good. A refused access, and any failure of the
// other side, may end later.
func notGiven(status int) error {
	out := provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Code: status, Detail: fmt.Sprintf("HTTP %d", status)}
	passing := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests}
	if status/100 == 4 && !slices.Contains(passing, status) {
		out.Verdict, out.Scope = provider.Rejected, provider.Target
	}
	return &provider.Refusal{Outcome: out}
}

func never(detail string) error {
	return &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Rejected, Detail: provider.Clip(detail)}}
}
