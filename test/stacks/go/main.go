// The API on net/http. STACK_TOGGLE names the fault or variation that is on.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"sync"
)

type user struct {
	Language        string
	SummariesDenied bool
}

type guide struct {
	Key                 string  `json:"key"`
	ContentType         string  `json:"contentType"`
	ID                  string  `json:"id"`
	Title               string  `json:"title"`
	Description         string  `json:"description"`
	BackgroundColor     string  `json:"backgroundColor"`
	GuideIconURL        string  `json:"guideIconURL"`
	MobileCoverImageURL string  `json:"mobileCoverImageURL"`
	WebCoverImageURL    *string `json:"webCoverImageURL"`
	Slug                string  `json:"slug"`
	ChapterCount        int     `json:"chapterCount"`
}

// sparseGuide has the fields of guide: omitempty drops a chapterCount of 0.
type sparseGuide struct {
	guide
	ChapterCount int `json:"chapterCount,omitempty"`
}

type fullGuide struct {
	guide
	Chapters json.RawMessage `json:"chapters"`
}

type listing[T any] struct {
	Data []T `json:"data"`
}

var content struct {
	Users                      map[string]user
	Guides                     map[string]listing[guide]
	Chapters                   map[string]map[string]json.RawMessage
	Insights, Cash, Portfolios map[string]json.RawMessage
	Summaries, Notifications   map[string]json.RawMessage
	Addresses                  map[string]map[string]any
}

var (
	toggle  = os.Getenv("STACK_TOGGLE")
	guideID = regexp.MustCompile(`^[a-f0-9]{24}$`) // In Go, $ matches at the end only.
	lock    sync.Mutex
	users   map[string]*user
)

func main() {
	text, err := os.ReadFile(os.Getenv("STACK_CONTENT"))
	if err == nil {
		err = json.Unmarshal(text, &content)
	}
	if err != nil {
		log.Fatal(err)
	}
	users = usersByID(content.Users)
	server := http.Server{Addr: "127.0.0.1:" + os.Getenv("PORT"), Handler: routes()}
	if toggle == "no-keep-alive" {
		server.SetKeepAlivesEnabled(false)
	}
	log.Fatal(server.ListenAndServe())
}

func usersByID(all map[string]user) map[string]*user {
	byID := map[string]*user{}
	for id, one := range all {
		if toggle == "loop-variable" {
			byID[id] = &one
			continue
		}
		copied := one
		byID[id] = &copied
	}
	return byID
}

func routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern, method, scope string, needsUser bool, next handler) {
		mux.Handle(pattern, guarded(method, scope, needsUser, next))
		if toggle == "guard-by-path" && scope == "" {
			mux.Handle(pattern+"/", guarded(method, scope, needsUser, next))
		}
	}
	handle("/learn/learning-guides", http.MethodGet, "service:nbg", true, listGuides)
	mux.Handle("/learning-guides/", guarded(http.MethodGet, "service:nbg", false, readGuide))
	handle("/learn/analyst-insights", http.MethodGet, "", true, ofLanguage(content.Insights))
	handle("/daily-summaries", http.MethodGet, "", true, readSummaries)
	handle("/b2b/notification-settings", http.MethodGet, "", true, ofUser(content.Notifications))
	handle("/cash", http.MethodGet, "", true, ofUser(content.Cash))
	handle("/portfolios", http.MethodGet, "", true, ofUser(content.Portfolios))
	handle("/users/me", http.MethodGet, "", true, readAddress)
	handle("/users/me/address", http.MethodPatch, "", true, updateAddress)
	handle("/api/m2m/investments/orders", http.MethodPost, "", true, submitOrder)
	if toggle == "default-not-found" {
		return mux
	}
	notFound := func(w http.ResponseWriter, _ *http.Request) { refuse(w, &problem{404, "Not found", ""}) }
	mux.HandleFunc("/", notFound)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The mux redirects such paths with an HTML page, and reads %2F as a separator.
		if path.Clean(r.URL.Path) != r.URL.Path || strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
			if toggle != "guard-by-path" {
				notFound(w, r)
				return
			}
		}
		mux.ServeHTTP(w, r)
	})
}

// A handler serves a request of an admitted user; the error is a *problem.
type handler func(w http.ResponseWriter, r *http.Request, userID string) error

func ofUser(data map[string]json.RawMessage) handler {
	return func(w http.ResponseWriter, _ *http.Request, userID string) error {
		return reply(w, 200, data[userID])
	}
}

func ofLanguage(data map[string]json.RawMessage) handler {
	return func(w http.ResponseWriter, _ *http.Request, userID string) error {
		return reply(w, 200, data[languageOf(userID)])
	}
}

func languageOf(userID string) string {
	if known := users[userID]; known != nil {
		return known.Language
	}
	return "en"
}

func listGuides(w http.ResponseWriter, r *http.Request, userID string) error {
	var body any = content.Guides[languageOf(userID)]
	if toggle == "omitempty" {
		sparse := listing[sparseGuide]{}
		for _, one := range content.Guides[languageOf(userID)].Data {
			sparse.Data = append(sparse.Data, sparseGuide{one, one.ChapterCount})
		}
		body = sparse
	}
	w.Header().Set("Cache-Control", "private, max-age=1800")
	w.Header().Set("Vary", "x-user-id")
	return reply(w, 200, body)
}

func readGuide(w http.ResponseWriter, r *http.Request, userID string) error {
	id := strings.TrimPrefix(r.URL.Path, "/learning-guides/")
	if !guideID.MatchString(id) {
		return &problem{400, "Malformed guide id", ""}
	}
	language := languageOf(userID)
	for _, one := range content.Guides[language].Data {
		if one.ID == id {
			return reply(w, 200, fullGuide{one, content.Chapters[language][id]})
		}
	}
	return &problem{404, "Guide not found", ""}
}

func readSummaries(w http.ResponseWriter, _ *http.Request, userID string) error {
	if content.Users[userID].SummariesDenied {
		return &problem{403, "Access denied", ""}
	}
	return reply(w, 200, content.Summaries[userID])
}

func readAddress(w http.ResponseWriter, _ *http.Request, userID string) error {
	lock.Lock()
	defer lock.Unlock()
	return reply(w, 200, map[string]any{"address": content.Addresses[userID]})
}
