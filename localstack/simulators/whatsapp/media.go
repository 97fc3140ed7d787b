package whatsappsim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

const attachmentPath = "/whatsapp_business/attachments/"

type mediaFile struct {
	kind string
	data []byte
	of   string // the number under which it lies
}

// mediaLimits are the accepted types and their sizes in bytes (facts 1.2).
var mediaLimits = map[string]int{
	"image/jpeg": 5 << 20, "image/png": 5 << 20, "image/webp": 500 << 10,
	"video/mp4": 16 << 20, "video/3gpp": 16 << 20,
	"audio/aac": 16 << 20, "audio/mp4": 16 << 20, "audio/mpeg": 16 << 20, "audio/amr": 16 << 20, "audio/ogg": 16 << 20,
	"application/pdf": 100 << 20, "text/plain": 100 << 20,
}

// upload is POST /{phone_number_id}/media.
func (s *Sim) upload(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 101<<20)
	if err := r.ParseMultipartForm(8 << 20); err != nil {
		s.failWith(w, 100, "the body is not multipart/form-data: "+err.Error())
		return
	}
	defer func() { _ = r.MultipartForm.RemoveAll() }() // at worst a temporary file stays until the system clears it
	if r.FormValue("messaging_product") != "whatsapp" {
		s.failWith(w, 100, "(#100) The parameter messaging_product is required.")
		return
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		s.failWith(w, 100, "(#100) The parameter file is required.")
		return
	}
	defer file.Close()
	kind, _, _ := strings.Cut(header.Header.Get("Content-Type"), ";")
	_, accepted := mediaLimits[kind]
	if given := r.FormValue("type"); !accepted || given != "" && given != kind {
		s.failWith(w, 100, fmt.Sprintf("Param file must be a file with one of the supported types. Received file of type '%s'", kind))
		return
	}
	data, err := io.ReadAll(file)
	if err != nil {
		s.failWith(w, 131053, "the file cannot be read")
		return
	}
	if rule := unfit(kind, data); rule != "" {
		s.failWith(w, 131053, rule)
		return
	}
	s.mu.Lock()
	id := strconv.FormatUint(s.Next(), 10)
	s.media[id] = &mediaFile{kind: kind, data: data, of: r.PathValue("node")}
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]string{"id": id})
}

func (s *Sim) hasMedia(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.media[id] != nil
}

// mediaNode is GET and DELETE /{media_id}.
func (s *Sim) mediaNode(w http.ResponseWriter, r *http.Request, id string) {
	owner := r.URL.Query().Get("phone_number_id")
	s.mu.Lock()
	m := s.media[id]
	if m != nil && owner != "" && owner != m.of {
		s.mu.Unlock()
		s.failWith(w, 100, "the media does not belong to this phone number")
		return
	}
	if r.Method == http.MethodDelete {
		delete(s.media, id)
	}
	s.mu.Unlock()
	switch {
	case m == nil:
		s.failWith(w, 100, "the media does not exist")
	case r.Method == http.MethodDelete:
		sim.JSON(w, http.StatusOK, map[string]bool{"success": true})
	case r.Method == http.MethodGet:
		sum := sha256.Sum256(m.data)
		q := url.Values{"mid": {id}, "ext": {strconv.FormatInt(s.Now().Add(mediaLinkExpiry).Unix(), 10)}}
		sim.JSON(w, http.StatusOK, map[string]any{"messaging_product": "whatsapp", "id": id, "mime_type": m.kind,
			"url": "http://" + r.Host + attachmentPath + "?" + q.Encode(), "sha256": hex.EncodeToString(sum[:]),
			"file_size": strconv.Itoa(len(m.data))})
	default:
		s.failWith(w, 100, "Unsupported "+strings.ToLower(r.Method)+" request")
	}
}

// download serves the URL of a media node for five minutes.
func (s *Sim) download(w http.ResponseWriter, r *http.Request) {
	until, err := strconv.ParseInt(r.URL.Query().Get("ext"), 10, 64)
	s.mu.Lock()
	m := s.media[r.URL.Query().Get("mid")]
	s.mu.Unlock()
	if err != nil || m == nil || s.Now().Unix() > until {
		http.Error(w, "gone", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", m.kind)
	sim.Say(w, m.data)
}
