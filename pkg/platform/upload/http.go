package upload

import (
	"context"
	"io"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
)

var (
	_ module.Module = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const perm = "uf:uploadfile:add"
	web.HandleMultipart(a, web.Route{Method: "POST", Path: "/uf/uploadfile", Perm: perm,
		Summary: "Upload a small file (multipart, field file)", MaxBody: maxMultipart + 64<<10}, r.upload)
	web.Handle(a, web.Route{Method: "GET", Path: "/uf/uploadfile/{id}", Perm: web.SignedIn,
		Summary: "Get a file in the caller's scope with a new link"}, r.get)
	web.HandleMultipart(a, web.Route{Method: "POST", Path: "/uf/uploadfile/contact", Perm: perm,
		Summary: "Upload a contact file (multipart, field file)", MaxBody: maxMultipart + 64<<10}, r.contact)
	web.HandleMultipart(a, web.Route{Method: "POST", Path: "/uf/uploadfile/picture", Perm: perm,
		Summary: "Upload a public picture of emails (multipart, field file)", MaxBody: maxMultipart + 64<<10}, r.publish)
	web.HandleRaw(a, web.Route{Method: "GET", Path: PublicPath + "{id}", Perm: web.Public, Summary: "Get a public picture"}, r.show)
	web.Handle(a, web.Route{Method: "POST", Path: "/uf/uploadfile/presign", Perm: perm,
		Summary: "Get a form to upload a larger file directly to storage. The file is checked when it is first used"}, r.presign)
}

// UploadResponse is a kept file (decisions §10).
type UploadResponse struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Size int64  `json:"size" doc:"Bytes."`
	URL  string `json:"url" doc:"URL, valid for one hour."`
	Type string `json:"type" enum:"contact,image,video,audio,document"`
}

// Multipart is a form with one file.
type Multipart struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"true"`
	}]
}

func (r *Service) upload(ctx context.Context, in *struct {
	Multipart
	Kind string `query:"kind" enum:"image,video,audio,document,contact" doc:"Required kind of file. Default: a picture, video, recording or contact file, detected from the content."`
}) (*UploadResponse, error) {
	return r.take(ctx, &in.Multipart, in.Kind)
}

func (r *Service) contact(ctx context.Context, in *Multipart) (*UploadResponse, error) {
	return r.take(ctx, in, Contact)
}

func (r *Service) take(ctx context.Context, in *Multipart, want string) (*UploadResponse, error) {
	f, err := r.receive(ctx, in, want)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, f.ID, nil, map[string]any{"name": f.Name, "kind": f.Kind, "size": f.Size})
	return r.linked(ctx, f)
}

// receive reads a form and keeps its file.
func (r *Service) receive(ctx context.Context, in *Multipart, want string) (*File, error) {
	// Larger parts lie in temporary files, which outlive the request where no server takes them away.
	defer in.RawBody.Form.RemoveAll() //nolint:errcheck // nothing depends on it
	file := in.RawBody.Data().File
	data, err := io.ReadAll(io.LimitReader(file, maxMultipart+1))
	if err != nil {
		return nil, fault.New(fault.Invalid, 0, "web.badRequest").With(err)
	}
	if len(data) > maxMultipart {
		return nil, fault.New(fault.Invalid, 40031, "upload.tooLarge", "limit", readable(maxMultipart))
	}
	return r.keep(ctx, auth.Must(ctx), file.Filename, want, data)
}

// linked is a file with a link that cannot be altered and expires in an hour.
func (r *Service) linked(ctx context.Context, f *File) (*UploadResponse, error) {
	url, err := r.Blobs.Link(ctx, f.Object, f.Name, linkLife)
	return &UploadResponse{ID: f.ID, Name: f.Name, Size: f.Size, URL: url, Type: f.Kind}, err
}

func (r *Service) get(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*UploadResponse, error) {
	return r.Linked(ctx, auth.Must(ctx).Scope(), in.ID)
}

// Linked is a file that the scope sees with a fresh link to it; the 404 fault for any other id.
func (r *Service) Linked(ctx context.Context, scope auth.Scope, fileID string) (*UploadResponse, error) {
	f, err := r.Find(ctx, scope, fileID)
	if err != nil {
		return nil, err
	}
	return r.linked(ctx, f)
}

// Presigned is the form of an upload and the id that the file will have.
type Presigned struct {
	ID string `json:"id"`
	blob.Form
}

// formTypes are the content types that a form may have with the setting of their size; every other file is sent as plain bytes.
var formTypes = map[string]string{"video/mp4": "video.bytes", "image/jpeg": "image.bytes", "image/png": "image.bytes",
	"audio/wav": "audio.bytes", "application/pdf": "document.bytes", plainBytes: "contact.file.bytes"}

const plainBytes = "application/octet-stream"

// typeByName has the types of uploads without a declared one; the look at the content finds the real one.
var typeByName = map[string]string{".mp4": "video/mp4", ".m4v": "video/mp4", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".png": "image/png", ".wav": "audio/wav", ".pdf": "application/pdf"}

// wantByType is the kind that a form is for; of plain bytes it shows when they are looked at.
var wantByType = map[string]string{"audio/wav": Audio, "application/pdf": Document}

func (r *Service) presign(ctx context.Context, in *struct {
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"200"`
		Size int64  `json:"size" minimum:"1" doc:"Maximum bytes. The form accepts no more."`
		Type string `json:"type,omitempty" doc:"Content type. Default: derived from the name." example:"video/mp4"`
	}
}) (*Presigned, error) {
	p, contentType := auth.Must(ctx), in.Body.Type
	if contentType == "" {
		contentType = typeByName[strings.ToLower(path.Ext(in.Body.Name))]
	}
	if formTypes[contentType] == "" {
		contentType = plainBytes
	}
	if err := r.Within(ctx, in.Body.Size, formTypes[contentType]); err != nil {
		return nil, err
	}
	if err := r.claim(ctx, p, in.Body.Size); err != nil {
		return nil, err
	}
	f := r.file(ctx, p, in.Body.Name)
	f.Object, f.Wanted = object("p", f.Owner, f.ID), wantByType[contentType]
	form, err := r.Blobs.UploadForm(ctx, f.Object, contentType, in.Body.Size, formLife)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, f.ID, nil, map[string]any{"name": f.Name, "presigned": true})
	return &Presigned{f.ID, form}, r.Save(ctx, f)
}
