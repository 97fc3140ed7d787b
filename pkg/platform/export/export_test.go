package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/web"
	"herald/pkg/platform/dict"
	"herald/pkg/platform/export"
	"herald/pkg/platform/setting"
)

var ctx = context.Background()

// row is a row of the list of these tests.
type row struct {
	Phone  string
	Cost   money.Amount
	Status int
	At     time.Time
}

type query struct {
	web.ListParams
	Rows string `query:"rows"`
	Fail string `query:"fail"`
}

type world struct {
	*sessiontest.SeededUsers
	house  *sessiontest.Fixture
	server *testkit.Server
	desk   *export.Exporter
	read   int               // rows that were read
	die    func(n int) error // called for every row that is read
	told   []export.Ready
}

// permission is the permission of the list.
const permission = "gc:groupsendorder:page"

func start(t *testing.T) *world {
	h := sessiontest.New(testkit.Memory(t))
	w := &world{house: h}
	texts := testkit.Texts()
	settings := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	if err := settings.Set(ctx, export.SettingRows, "10", "test"); err != nil {
		t.Fatal(err)
	}
	w.desk = &export.Exporter{DB: h.Env.DB, Sheets: excel.Engine{}, Blobs: h.Env.Files, Queues: h.Env.Queues, Hub: h.Env.Hub, Texts: texts,
		Now: h.Env.Now, Log: func(map[string]any) {},
		Int: settings.Int, Who: h.Session.Caller, Dict: dict.New(h.Env.DB, h.Env.Now, nil, dict.Read(testkit.ModuleParts()...)).Names,
		Tell: func(_ context.Context, n export.Ready) error { w.told = append(w.told, n); return nil },
	}
	w.server = h.Serve(t, func(a *web.API) {
		w.desk.NewID = a.NewID
		(&export.Service{Exporter: w.desk}).Routes(a)
		export.Mount(a, w.desk, export.List[query, row]{Name: "orders", Path: "/gc/groupsendorder/export", Perm: permission, Summary: "x",
			Rows: w.rows,
			Columns: []export.Column[row]{{Title: "phone", Value: func(r *row) any { return r.Phone }},
				{Title: "actualCost", Value: func(r *row) any { return r.Cost }},
				{Title: "status", Dict: "order_status", Value: func(r *row) any { return r.Status }},
				{Title: "created", Value: func(r *row) any { return r.At }}}})
	})
	w.SeededUsers = h.SeedUsers(t, w.server)
	return w
}

// rows returns as many rows as requested, to callers with a name; without a known total when the name begins with a tilde.
func (w *world) rows(ctx context.Context, in *query) (export.Rows[row], error) {
	if auth.Must(ctx).Name == "" {
		return export.Rows[row]{}, errors.New("nobody")
	}
	if in.Fail != "" {
		return export.Rows[row]{}, fault.Bad("fail", "web.filter", "field", in.Fail)
	}
	n := 0
	text, blind := strings.CutPrefix(in.Rows, "~")
	if _, err := fmt.Sscan(text, &n); err != nil {
		return export.Rows[row]{}, err
	}
	out := export.Rows[row]{Total: n}
	if blind {
		out.Total = -1
	}
	out.Each = func(yield func(*row, error) bool) {
		for i := range n {
			w.read++
			if w.die != nil {
				if err := w.die(i); err != nil {
					yield(nil, err)
					return
				}
			}
			if !yield(&row{fmt.Sprint(5511900000000 + i), money.Amount(i), 1, time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC)}, nil) {
				return
			}
		}
	}
	return out, nil
}

// sheetOf returns the XML of a workbook's sheet.
func sheetOf(t *testing.T, file []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAtOnce(t *testing.T) {
	w := start(t)
	for _, rows := range []string{"10", "~10", "0"} {
		a := w.Customer.In("zh_CN").Get("/gc/groupsendorder/export?rows=" + rows)
		if a.Status != 200 || a.Header.Get("Content-Type") != sheet.ContentType ||
			!strings.Contains(a.Header.Get("Content-Disposition"), `attachment; filename="orders-2`) ||
			a.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Fatalf("%d %v", a.Status, a.Header)
		}
		text := sheetOf(t, a.Raw)
		if !strings.Contains(text, "电话") || !strings.Contains(text, "实际费用") {
			t.Errorf("no header in Chinese: %s", text)
		}
		if rows != "0" && (!strings.Contains(text, `t="inlineStr"><is><t>5511900000009</t>`) || !strings.Contains(text, "审核中") ||
			!strings.Contains(text, "<v>0.09</v>") || !strings.Contains(text, "2026-11-22 00:00:00")) {
			t.Errorf("%s", text)
		}
	}
	w.Customer.Get("/gc/groupsendorder/export?rows=3&fail=x").Bad("fail")
	w.Customer.Get("/gc/groupsendorder/export?rows=3&size=0").Bad("size")
	w.server.Anonymous().Get("/gc/groupsendorder/export?rows=3").Want(401, 0)
}

// begin starts an export of some rows in the background.
func (w *world) begin(t *testing.T, who *sessiontest.Actor, rows string) (id string, m queue.Message) {
	t.Helper()
	w.house.Env.Sent.Take()
	a := who.Get("/gc/groupsendorder/export?rows="+rows).Want(202, 202)
	var got struct{ TaskID string }
	if err := json.Unmarshal(a.Data, &got); err != nil || got.TaskID == "" {
		t.Fatalf("%s", a.Raw)
	}
	sent := w.house.Env.Sent.Take()
	if len(sent) != 1 || sent[0].Queue != export.FileQueue {
		t.Fatalf("%v", sent)
	}
	return got.TaskID, sent[0].Message
}

func (w *world) status(who *testkit.Client, id string) export.Status {
	return testkit.Data[export.Status](who.Get("/uf/export/" + id))
}

func TestInTheBackground(t *testing.T) {
	w := start(t)
	for _, rows := range []string{"5000", "~5000"} {
		id, m := w.begin(t, w.Customer, rows)
		if s := w.status(w.Customer.Client, id); s.Status != "running" || s.URL != "" {
			t.Errorf("%+v", s)
		}
		if err := w.desk.Run(ctx, m); err != nil {
			t.Fatal(err)
		}
		s := w.status(w.Customer.In("pt_BR"), id)
		if s.Status != "done" || s.Done != 5000 || s.Total != 5000 || s.Name != "Pedidos de envio em massa" {
			t.Errorf("%+v", s)
		}
		if text := sheetOf(t, w.fetch(t, s.URL)); strings.Count(text, "<row ") != 5001 || !strings.Contains(text, "5511900004999") {
			t.Errorf("the file has %d rows", strings.Count(text, "<row "))
		}
		// Notified once, however often the message comes.
		if err := w.desk.Run(ctx, m); err != nil {
			t.Fatal(err)
		}
		if n := w.told[0]; n.UserID != w.Customer.User.ID || n.TaskID != id || n.Title != "export.notice.done" || n.Args["n"] != "5000" {
			t.Errorf("%+v", w.told)
		}
		w.told = nil
		for _, other := range []*sessiontest.Actor{w.OtherCustomer, w.Secondary, w.Agent, w.Admin} {
			other.Get("/uf/export/"+id).Want(404, 0)
		}
	}
	page := testkit.Data[web.Page[export.Status]](w.Customer.Get("/uf/export/page?status=done"))
	if page.Total != 2 || page.Records[0].CreateTime.Before(page.Records[1].CreateTime) {
		t.Errorf("%+v", page)
	}
	w.Customer.Get("/uf/export/nonsense").Want(404, 0)
	w.Customer.Get("/uf/export/page?sortFields=done").Bad("sortFields")
}

func (w *world) fetch(t *testing.T, url string) []byte {
	t.Helper()
	res, err := w.house.Env.HTTP.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
