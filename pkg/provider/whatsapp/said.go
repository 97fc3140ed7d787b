package whatsapp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"herald/pkg/provider"
)

// message is an inbound message.
type message struct {
	From      loose  `json:"from"`
	FromUser  userID `json:"from_user_id"`
	User      userID `json:"user_id"`
	ID        string `json:"id"`
	Timestamp stamp  `json:"timestamp"`
	Type      string `json:"type"`
	Context   struct {
		ID string `json:"id"`
	} `json:"context"`
	Text struct {
		Body string `json:"body"`
	} `json:"text"`
	Button struct {
		Text    string `json:"text"`
		Payload string `json:"payload"`
	} `json:"button"`
	Interactive struct {
		ButtonReply choice `json:"button_reply"`
		ListReply   choice `json:"list_reply"`
	} `json:"interactive"`
	Reaction struct {
		Emoji string `json:"emoji"`
	} `json:"reaction"`
	Location struct {
		Latitude  json.Number `json:"latitude"`
		Longitude json.Number `json:"longitude"`
		Name      string      `json:"name"`
		Address   string      `json:"address"`
	} `json:"location"`
	Image    sentFile `json:"image"`
	Video    sentFile `json:"video"`
	Audio    sentFile `json:"audio"`
	Document sentFile `json:"document"`
	Sticker  sentFile `json:"sticker"`
}

type choice struct {
	ID    loose  `json:"id"`
	Title string `json:"title"`
}

// sentFile is what a user sent: only its caption is here, the rest is fetched.
type sentFile struct {
	ID       string `json:"id"`
	Caption  string `json:"caption"`
	Type     string `json:"mime_type"`
	Filename string `json:"filename"`
}

// kind is what a user sent; a tap on a button is a text.
func (m *message) kind() string {
	switch m.Type {
	case "", "button", "interactive":
		return "text"
	}
	return m.Type
}

func (m *message) words() string {
	place := strings.Trim(m.Location.Latitude.String()+", "+m.Location.Longitude.String(), ", ")
	for _, s := range [...]string{m.Text.Body, m.Button.Text, m.Button.Payload, m.Interactive.ButtonReply.Title, m.Interactive.ListReply.Title,
		m.Image.Caption, m.Video.Caption, m.Document.Caption, m.Reaction.Emoji, strings.TrimSpace(m.Location.Name + " " + m.Location.Address),
		place} {
		if s != "" {
			return s
		}
	}
	return ""
}

// hidden is what a button or a line of a list that was tapped carries beside its text.
func (m *message) hidden() string {
	for _, s := range [...]string{m.Button.Payload, string(m.Interactive.ButtonReply.ID), string(m.Interactive.ListReply.ID)} {
		if s != "" && s != m.words() {
			return s
		}
	}
	return ""
}

// media is the file of a message; nil for none.
func (m *message) media() *provider.InboundMedia {
	file := map[string]*sentFile{"image": &m.Image, "video": &m.Video, "audio": &m.Audio, "document": &m.Document,
		"sticker": &m.Sticker}[m.Type]
	if file == nil || !digits(file.ID, 32) {
		return nil
	}
	kind, _, _ := strings.Cut(file.Type, ";")
	return &provider.InboundMedia{ID: file.ID, Type: provider.Clip(kind), Name: provider.Clip(file.Filename)}
}

// FetchMedia brings a file that a user sent (facts 1.2): its address is good for five minutes and asks for the token. The address must
// be of the API's own scheme, so that the token never travels in the open.
func (a *Adapter) FetchMedia(ctx context.Context, id string, most int64) (contentType string, body []byte, err error) {
	if !digits(id, 32) {
		return "", nil, &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Rejected, Detail: "not an id"}}
	}
	ctx, cancel := context.WithTimeout(ctx, 3*a.timeout)
	defer cancel()
	var node struct {
		URL  string `json:"url"`
		Type string `json:"mime_type"`
	}
	_, answer, err := a.fetch(ctx, a.base+"/"+id+"?phone_number_id="+a.cfg.PhoneNumberID, answerLimit)
	if err != nil {
		return "", nil, err
	}
	if err := json.Unmarshal(answer, &node); err != nil {
		return "", nil, unreadable(err)
	}
	from, err := url.Parse(node.URL)
	if err != nil || !a.givesMedia(from) {
		return "", nil, &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Rejected, Detail: "an address of another host"}}
	}
	kind, body, err := a.fetch(ctx, node.URL, most)
	if node.Type != "" {
		kind = node.Type
	}
	kind, _, _ = strings.Cut(kind, ";")
	return kind, body, err
}

// mediaHost gives recipients' files (facts 1.2).
const mediaHost = "lookaside.fbsbx.com"

// givesMedia reports whether our token may be sent to an address for a file.
func (a *Adapter) givesMedia(from *url.URL) bool {
	own, err := url.Parse(a.base)
	hosts := a.cfg.MediaHosts
	if len(hosts) == 0 {
		hosts = []string{mediaHost}
	}
	return err == nil && from.Scheme == own.Scheme && from.User == nil && (from.Host == own.Host || slices.Contains(hosts, from.Host))
}

// fetch gets at most so many bytes.
func (a *Adapter) fetch(ctx context.Context, address string, most int64) (contentType string, body []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", nil, fmt.Errorf("whatsapp: media: %w", err)
	}
	req.Header.Set("Authorization", a.bearer)
	res, err := a.transport.RoundTrip(req)
	if err != nil {
		return "", nil, unreadable(err)
	}
	defer res.Body.Close()
	if body, err = io.ReadAll(io.LimitReader(res.Body, most+1)); err != nil {
		return "", nil, unreadable(err)
	}
	if res.StatusCode != http.StatusOK {
		return "", nil, &provider.Refusal{Outcome: classify(res.StatusCode, body)}
	}
	if int64(len(body)) > most {
		return "", nil, provider.ErrTooLarge
	}
	return res.Header.Get("Content-Type"), body, nil
}
